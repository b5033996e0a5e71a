/**
 * Precedes a JSON line that was made from a row of a binary table whose URL is not UTF-8. The line itself shows the URL in another
 * spelling, such as Base64, which must never be taken for a URL. No JSON begins with this character.
 */
export const NOT_UTF8_MARK = '\u0001'
