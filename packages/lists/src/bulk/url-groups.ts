import { formatJson } from '@canonist/core/internal/text/format-json'
import { Buffer } from 'node:buffer'
import { computeKey } from './compute-key.ts'

/** The distinct lines of one URL, in order of first appearance. */
export interface UrlGroup {
  count: number
  /** About how much memory it takes. */
  bytes: number
  readonly members: Set<string>
}

/** The memory that V8 needs for a group and for a member, in addition to their texts; measured and rounded up. */
const GROUP_BYTES = 400
const MEMBER_BYTES = 80

/** Groups the distinct lines by their normalized URL, both in order of first appearance. Keeps everything in memory. */
export class UrlGroups {
  readonly #groups = new Map<string, UrlGroup>()
  #bytes = 0

  get size(): number {
    return this.#groups.size
  }

  /** About how much memory they take. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds a line that was seen `count` times. Returns its group. */
  add(url: string, line: string, count = 1): UrlGroup {
    const known = this.#groups.get(url)
    if (known !== undefined) {
      known.count += count
      if (known.members.has(line)) return known
      known.members.add(copyText(line))
      known.bytes += MEMBER_BYTES + line.length
      this.#bytes += MEMBER_BYTES + line.length
      return known
    }
    const copy = copyText(line)
    const bytes = GROUP_BYTES + url.length + (url === line ? 0 : line.length)
    const group = { count, bytes, members: new Set([copy]) }
    this.#groups.set(url === line ? copy : copyText(url), group)
    this.#bytes += bytes
    return group
  }

  entries(): IterableIterator<[url: string, group: UrlGroup]> {
    return this.#groups.entries()
  }

  /** Removes the members of a group, which are kept elsewhere from now on. */
  empty(group: UrlGroup): void {
    this.#bytes -= group.bytes - GROUP_BYTES
    group.bytes = GROUP_BYTES
    group.members.clear()
  }

  clear(): void {
    this.#groups.clear()
    this.#bytes = 0
  }
}

/** A group as a line of JSON, without the newline. */
export function formatGroup(url: string, { count, members }: { count: number; members: Iterable<string> }): string {
  return formatJson({ url, key: computeKey(url), count, members: [...members] })
}

/** Copies the string through bytes, because a slice would keep the whole block in memory. */
function copyText(text: string): string {
  return Buffer.from(text).toString()
}
