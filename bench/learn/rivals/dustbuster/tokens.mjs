/** Stands between tokens, so that a substring of tokens is a substring of text. */
export const BREAK = '\u0001'

/** A URL between marks of its beginning and its end, as runs of letters and digits and single other characters. */
export const tokenize = (url) => ['^', ...(url.match(/[a-z0-9]+|[^a-z0-9]/gi) ?? []), '$']

export const joined = (tokens) => tokens.map((token) => token + BREAK).join('')

export const toText = (url) => BREAK + joined(tokenize(url))

export const toUrl = (text) => text.replaceAll(BREAK, '').slice(1, -1)
