import { LONGEST_URL } from '../url/longest-url.ts'
import { PolicyError, childPath } from './policy-error.ts'

/** No name, pattern or path of a policy need be longer than the URLs that it is compared with. */
const LONGEST_TEXT = LONGEST_URL
/** All texts together. Written as JSON, where one character takes up to six, they still make one string. */
export const MOST_TEXT = 2 ** 26
/** Evidence may hold anything, so it may be nested without end, or hold itself. */
const DEEPEST = 100

/** Refuses a spec that is too large to be copied and written out, before anything else reads it. */
export function checkSize(spec: unknown): void {
  const keys: (string | number)[] = []
  let left = MOST_TEXT
  const take = (text: string): void => {
    left -= text.length
    if (text.length > LONGEST_TEXT)
      throw new PolicyError(keys.reduce(childPath, ''), `is longer than ${LONGEST_TEXT} characters`)
    if (left < 0) throw new PolicyError('', `has more than ${MOST_TEXT} characters of text; divide it`)
  }
  const walk = (value: unknown): void => {
    if (typeof value === 'string') return take(value)
    if (typeof value !== 'object' || value === null) return
    if (keys.length > DEEPEST) throw new PolicyError('', `is nested deeper than ${DEEPEST} levels, or contains itself`)
    const isList = Array.isArray(value)
    for (const key of Object.keys(value)) {
      take(key)
      keys.push(isList ? Number(key) : key)
      walk((value as Record<string, unknown>)[key])
      keys.pop()
    }
  }
  walk(spec)
}
