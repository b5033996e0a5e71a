/** Written in full, or with a slash or the colon of the scheme missing: `http:/example.com`, `https//example.com`. */
const STARTS_LIKE_HTTP = /^\s*https?(?::\/|\/\/)/i

const SCHEME = /^\s*([a-z]{2,9}):\/\//i

/** Whether text was meant as a URL of the web, however its scheme is spelled. */
export const isWebUrl = (text: string | null): boolean =>
  text !== null && (STARTS_LIKE_HTTP.test(text) || isMisspelledHttp(text))

/** `htps://`, `ttp://`, `hppts://`, `httos://`: no scheme of another kind is so near. */
export function isMisspelledHttp(text: string): boolean {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase() ?? ''
  if (scheme === '' || HTTP.includes(scheme)) return false
  return isOfItsLetters(scheme) || HTTP.some((name) => isOneEditAway(scheme, name))
}

const HTTP: readonly string[] = ['http', 'https']

const isOfItsLetters = (scheme: string): boolean =>
  /^[htps]+$/.test(scheme) && scheme.includes('t') && scheme.includes('p')

/** Whether a word is another one with one letter changed, added or left out, or with two neighbours swapped. */
export function isOneEditAway(word: string, other: string): boolean {
  if (word === other || Math.abs(word.length - other.length) > 1) return false
  let at = 0
  while (at < word.length && word[at] === other[at]) at += 1
  const [rest, otherRest] = [word.slice(at), other.slice(at)]
  const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2)
  return (
    (isSwapped && rest.length > 1) ||
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1)
  )
}
