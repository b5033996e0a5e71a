import { lowerAscii, percentDecode } from './percent.ts'

/** The pairs of a query (which begins with its `?`), each as spelled. `?a&&b` has an empty one in the middle. */
export function splitPairs(query: string): string[] {
  return query === '' ? [] : query.slice(1).split('&')
}

/** The name of a pair as spelled: the text before the first `=`. */
export function readRawName(pair: string): string {
  const end = pair.indexOf('=')
  return end === -1 ? pair : pair.slice(0, end)
}

export function readRawValue(pair: string): string {
  const end = pair.indexOf('=')
  return end === -1 ? '' : pair.slice(end + 1)
}

/** The form in which names are compared: decoded once, ASCII letters in lower case. */
export function foldName(name: string): string {
  return lowerAscii(percentDecode(name))
}
