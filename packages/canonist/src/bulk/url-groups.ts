import { formatJson } from '../text/format-json.ts'
import { Buffer } from 'node:buffer'
import { computeKey } from './compute-key.ts'

interface Group {
  count: number
  readonly members: Set<string>
}

/** Every distinct line under its normalized URL, both in the order of first sight. All of it is kept in memory. */
export class UrlGroups {
  readonly #groups = new Map<string, Group>()

  get size(): number {
    return this.#groups.size
  }

  /** True where the URL is new. */
  add(url: string, line: string): boolean {
    const known = this.#groups.get(url)
    if (known !== undefined) {
      known.count += 1
      if (!known.members.has(line)) known.members.add(copyText(line))
      return false
    }
    const copy = copyText(line)
    this.#groups.set(url === line ? copy : copyText(url), { count: 1, members: new Set([copy]) })
    return true
  }

  /** The groups as JSON lines. */
  *lines(): Generator<string> {
    for (const [url, { count, members }] of this.#groups) {
      yield formatJson({ url, key: computeKey(url), count, members: [...members] })
    }
  }
}

/** A slice keeps alive the block it was cut from; going through bytes gives a string of its own. */
function copyText(text: string): string {
  return Buffer.from(text).toString()
}
