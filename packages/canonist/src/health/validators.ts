import type { HeaderMap } from '../net/exchange.ts'
import { valuesOf } from '../net/header-map.ts'
import type { Followed } from '../resolve/follow.ts'
import type { Observation } from './observation.ts'

/** By which a server tells whether something has changed. */
export type Validators = Pick<Observation, 'etag' | 'lastModified'>

export function validatorsOf(headers: HeaderMap): Validators {
  const [etag = null] = valuesOf(headers, 'etag')
  const [lastModified = null] = valuesOf(headers, 'last-modified')
  return { etag, lastModified }
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-13.1 */
export function conditionsOf(known: Observation | null): Record<string, string> {
  if (known === null) return {}
  const { etag, lastModified } = known
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

/** Whether an answer says that the content is what it was. */
export function isUnchanged({ status, headers, url }: Followed, known: Observation | null): boolean {
  if (known === null) return false
  if (status === 304) return true
  const { etag, lastModified } = validatorsOf(headers)
  const isSamePlace = (known.chain.at(-1)?.to ?? url) === url
  return (
    isSamePlace && (etag === null ? lastModified !== null && lastModified === known.lastModified : etag === known.etag)
  )
}
