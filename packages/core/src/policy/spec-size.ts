import { LONGEST_URL } from '../url/longest-url.ts'
import { PolicyError, childPath } from './policy-error.ts'

/** No name, pattern or path of a policy need be longer than the URLs that it is compared with. */
const LONGEST_TEXT = LONGEST_URL
/** All texts together. Written as JSON, where one character takes up to six, they still make one string. */
const MOST_TEXT = 2 ** 26
/** Evidence may hold anything, so it may be nested without end, or hold itself. */
const DEEPEST = 100

/** Refuses a spec that is too large to be copied and written out, before anything else reads it. */
export function checkSize(spec: unknown): void {
  let left = MOST_TEXT
  const take = (text: string, path: () => string): void => {
    left -= text.length
    if (text.length > LONGEST_TEXT) throw new PolicyError(path(), `is longer than ${LONGEST_TEXT} characters`)
    if (left < 0) throw new PolicyError('', `has more than ${MOST_TEXT} characters of text; divide it`)
  }
  const walk = (value: unknown, path: () => string, depth: number): void => {
    if (typeof value === 'string') return take(value, path)
    if (typeof value !== 'object' || value === null) return
    if (depth > DEEPEST) throw new PolicyError('', `is nested deeper than ${DEEPEST} levels, or contains itself`)
    for (const [key, each] of Object.entries(value)) {
      take(key, path)
      walk(each, () => childPath(path(), Array.isArray(value) ? Number(key) : key), depth + 1)
    }
  }
  walk(spec, () => '', 0)
}
