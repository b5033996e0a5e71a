import { describeEntry } from '../../text/coded-error.ts'
import { FRONTIER_ERRORS } from '../errors.ts'
import { tryNormalize, type NormalizedUrl, type Policy } from '@canonist/core'
import { spellingOf } from '../../registry/spelling.ts'
import { shortHash } from '../../registry/stored-hash.ts'
import type { InvalidFinalUrl, Outcome } from '../outcome.ts'

/** Where a URL came to rest, or was sent to. */
export interface Arrival {
  /** As it was requested, in plain spelling and without a fragment. */
  readonly fetchUrl: string
  readonly canonicalUrl: NormalizedUrl
  readonly key: string
}

/** The URL that an outcome leads to; null where it stays where it is. */
export function destinationOf(outcome: Outcome): string | null {
  if (outcome.kind === 'redirected') return outcome.to
  return outcome.kind === 'fetched' ? (outcome.finalUrl ?? null) : null
}

export function arrivalAt(url: string, policy: Policy): Arrival | null {
  const outcome = tryNormalize(url, policy)
  if (!outcome.ok) return null
  return { fetchUrl: spellingOf(url).fetchUrl, canonicalUrl: outcome.url, key: shortHash(outcome.url) }
}

export function invalidFinalUrl(id: number, url: string): InvalidFinalUrl {
  const shown = JSON.stringify(url.slice(0, 200))
  return {
    ok: false,
    code: 'invalid_final_url',
    id,
    message: describeEntry(FRONTIER_ERRORS.invalid_final_url, `URL ${id}, ${shown}`),
  }
}
