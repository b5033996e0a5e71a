import type { HeaderMap } from '../net/exchange.ts'
import { listHeaderValues } from '../net/transport/header-map.ts'
import type { Followed } from '../resolve/follow.ts'
import type { Observation } from './observation.ts'
import type { Subject } from './observe-context.ts'

/** By which a server tells whether something has changed. */
export type Validators = Pick<Observation, 'etag' | 'lastModified'>

export function readValidators(headers: HeaderMap): Validators {
  const [etag = null] = listHeaderValues(headers, 'etag')
  const [lastModified = null] = listHeaderValues(headers, 'last-modified')
  return { etag, lastModified }
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-13.1. None for another place: its validators are not those of the page. */
export function toConditions(url: string, subject: Subject): Record<string, string> {
  const { known } = subject
  if (known === null || !isKnownPlace(url, subject)) return {}
  const { etag, lastModified } = known
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

/** Whether an answer says that the content is what it was. */
export function isUnchanged({ status, headers, url }: Followed, subject: Subject): boolean {
  const { known } = subject
  if (known === null || !isKnownPlace(url, subject)) return false
  if (status === 304) return true
  const { etag, lastModified } = readValidators(headers)
  return etag === null ? lastModified !== null && lastModified === known.lastModified : etag === known.etag
}

/** Whether a URL is where the known content was read: all files of a deployment may have one and the same time. */
function isKnownPlace(url: string, { known, url: start }: Subject): boolean {
  const place = known?.chain.at(-1)?.to ?? start
  return URL.parse(place)?.href === URL.parse(url)?.href
}
