import { MAX_URL_LENGTH } from '../url/max-url-length.ts'
import { PolicyError, childPath } from './policy-error.ts'

/** No name, pattern or path of a policy needs to be longer than the URLs that it is compared with. */
const MAX_STRING_LENGTH = MAX_URL_LENGTH
/** All texts together. Written as JSON, where one character takes up to six, they still make one string. */
export const MAX_TEXT_LENGTH = 2 ** 26
/** Evidence may be any object, so it may be nested very deep or contain itself. */
const DEEPEST = 100

/** Refuses a spec that is too large to be copied and written out, before anything else reads it. */
export function checkSize(spec: unknown): void {
  const keys: (string | number)[] = []
  let left = MAX_TEXT_LENGTH
  const take = (text: string): void => {
    left -= text.length
    if (text.length > MAX_STRING_LENGTH)
      throw new PolicyError(keys.reduce(childPath, ''), `is longer than ${MAX_STRING_LENGTH} characters`)
    if (left < 0) throw new PolicyError('', `has more than ${MAX_TEXT_LENGTH} characters of text; divide it`)
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
