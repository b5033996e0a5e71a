import { readHost } from '@canonist/registry/internal/registry/read-host'
import type { UrlListFilter } from './sql/url-list.sql.ts'

/**
 * Combines the text of a filter with its host, so that at most one of them is left: null if no URL can match both.
 *
 * With a host, a text that begins with a slash is the beginning of a path on it.
 */
export function resolveText({ host, q, ...filter }: UrlListFilter): UrlListFilter | null {
  const text = q?.replace(/^https?:\/\//i, '') ?? ''
  if (text === '') return { ...filter, host }
  if (host === undefined || (text.includes('/') && !text.startsWith('/'))) return { ...filter, host, q: text }
  const name = readHost(host)
  if (text.startsWith('/')) return { ...filter, host, q: name + text }
  return name.startsWith(text.toLowerCase()) ? { ...filter, host } : null
}

/** Whether the text is the beginning of a URL, not of a host name. */
export const isPath = (text: string): boolean => text.includes('/')
