/** The pairs of a URL's query, as spelled. */
export function splitPairs(url: string): string[] {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? ''
  return query === '' ? [] : query.split('&')
}

export const readName = (pair: string): string => pair.split('=', 1)[0] ?? ''

export const readValue = (pair: string): string => pair.slice(readName(pair).length + 1)

/** The form in which names are compared: decoded once, in lower case. */
export const readFoldedName = (pair: string): string => decodeText(readName(pair)).toLowerCase()

export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The URL with other pairs; without any, the `?` goes too. */
export function replacePairs(url: string, pairs: readonly string[]): string {
  const place = url.replace(/\?.*$/s, '')
  return pairs.length === 0 ? place : `${place}?${pairs.join('&')}`
}
