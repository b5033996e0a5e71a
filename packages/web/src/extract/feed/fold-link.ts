import { tryNormalize } from '@canonist/core'

/** Longer texts are compared unchanged. */
const MAX_FOLDED_LENGTH = 8192

/**
 * A link as feeds are compared by it: without scheme, www, tracking and last slash. The fragment stays, for a list of
 * changes may have no other mark to tell its items apart.
 *
 * @example
 * foldLink('http://www.example.com/a/?utm_source=feed') // '//example.com/a'
 */
export function foldLink(link: string): string {
  const trimmed = link.trim()
  if (trimmed.length > MAX_FOLDED_LENGTH || !/^https?:/i.test(trimmed)) return trimmed
  const [, page = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(trimmed) ?? []
  const folded = tryNormalize(page, 'feed-aggressive')
  return folded.ok ? folded.url.slice(folded.url.indexOf('//')) + fragment : trimmed
}

/** Removes scheme and www from links in a text: servers write them as they were requested. */
export function foldLinksInText(text: string): string {
  return text.replaceAll(/https?:\/\/(?:www\.)?/gi, '//')
}
