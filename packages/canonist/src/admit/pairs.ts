/** The pairs of a URL's query, as spelled. */
export function pairsOf(url: string): string[] {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? ''
  return query === '' ? [] : query.split('&')
}

export const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? ''

export const valueOf = (pair: string): string => pair.slice(nameOf(pair).length + 1)

/** The form in which names are compared: decoded once, in lower case. */
export const foldedName = (pair: string): string => decoded(nameOf(pair)).toLowerCase()

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The URL with other pairs; without any, the `?` goes too. */
export function withPairs(url: string, pairs: readonly string[]): string {
  const place = url.replace(/\?.*$/s, '')
  return pairs.length === 0 ? place : `${place}?${pairs.join('&')}`
}
