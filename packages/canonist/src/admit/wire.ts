/** What is requested for a URL as it is stored: the root has its slash there. */
export const wireUrl = (url: string): string => new URL(url).href

/** A URL as it is requested, so that the same place has the same name; null where the text is none. */
export function plainUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url === null) return null
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  return url.href
}

/** With its #; null if nothing follows it. */
export const fragmentOf = (url: string): string | null => URL.parse(url)?.hash || null

export const hostOf = (url: string): string => new URL(url).hostname

export function withHost(url: string, host: string): string {
  const [, scheme = '', rest = ''] = /^(https?:\/\/)[^/?#]*(.*)$/s.exec(url) ?? []
  return scheme + host + rest
}

export const pathAndQuery = (url: string): string => /^https?:\/\/[^/?#]*(.*)$/s.exec(url)?.[1] ?? ''

/** The same URL with a slash at the end of its path; null where it has one already. */
export function addSlash(url: string): string | null {
  const [, before = '', query = ''] = /^([^?]*)(\?.*)?$/s.exec(url) ?? []
  return before.endsWith('/') ? null : `${before}/${query}`
}
