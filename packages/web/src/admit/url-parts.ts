/** The URL to request for a stored URL: the root gets its slash. */
export const toRequestUrl = (url: string): string => new URL(url).href

/** A URL as it is requested, so that spellings of one URL compare equal; null if the text is not a URL. */
export function toPlainUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url === null) return null
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  return url.href
}

/** With its #; null if nothing follows it. */
export const readFragment = (url: string): string | null => URL.parse(url)?.hash || null

export const readHost = (url: string): string => new URL(url).hostname

export function replaceHost(url: string, host: string): string {
  const [, scheme = '', rest = ''] = /^(https?:\/\/)[^/?#]*(.*)$/s.exec(url) ?? []
  return scheme + host + rest
}

export const readPathAndQuery = (url: string): string => /^https?:\/\/[^/?#]*(.*)$/s.exec(url)?.[1] ?? ''

/** The same URL with a slash at the end of its path; null if it has one already. */
export function addSlash(url: string): string | null {
  const [, before = '', query = ''] = /^([^?]*)(\?.*)?$/s.exec(url) ?? []
  return before.endsWith('/') ? null : `${before}/${query}`
}
