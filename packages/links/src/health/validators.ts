import type { HeaderMap } from '@canonist/web/internal/net/exchange'
import { listHeaderValues } from '@canonist/web/internal/net/transport/header-map'
import type { Followed } from '@canonist/web/internal/resolve/follow'
import type { Observation } from './observation.ts'
import type { Subject } from './observe-context.ts'

/** The validators by which a server reports changes. */
export type Validators = Pick<Observation, 'etag' | 'lastModified'>

export function readValidators(headers: HeaderMap): Validators {
  const [etag = null] = listHeaderValues(headers, 'etag')
  const [lastModified = null] = listHeaderValues(headers, 'last-modified')
  return { etag, lastModified }
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-13.1. Empty for another URL: the validators belong to the known one. */
export function toConditions(url: string, subject: Subject): Record<string, string> {
  const { known } = subject
  if (known === null || !isKnownPlace(url, subject)) return {}
  const { etag, lastModified } = known
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

/** Whether a response says that the content has not changed. */
export function isUnchanged({ status, headers, url }: Followed, subject: Subject): boolean {
  const { known } = subject
  if (known === null || !isKnownPlace(url, subject)) return false
  if (status === 304) return true
  const { etag, lastModified } = readValidators(headers)
  return etag === null ? lastModified !== null && lastModified === known.lastModified : etag === known.etag
}

/** Whether a URL is the one where the known content was read: all files of a deployment may have the same Last-Modified. */
function isKnownPlace(url: string, { known, url: start }: Subject): boolean {
  const place = known?.chain.at(-1)?.to ?? start
  return URL.parse(place)?.href === URL.parse(url)?.href
}
