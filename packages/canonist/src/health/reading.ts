import type { NetErrorCode } from '../net/errors.ts'
import type { Observation } from './observation.ts'
import type { HealthReason } from './words.ts'

/** What one observation alone says of a page. */
export interface Reading {
  readonly kind: ReadingKind
  readonly reasons: readonly HealthReason[]
}

export type ReadingKind =
  /** The page is there. */
  | 'good'
  /** It is there, and for good at another URL. */
  | 'moved'
  /** Somebody is there, but something is wrong that proves nothing about the page. */
  | 'impaired'
  /** It answers, and its text is gone; only the texts before can tell. */
  | 'emptied'
  | 'failed'
  /** The server says that the page is gone for ever. */
  | 'ended'
  /** It answers, and says that it is missing. */
  | 'missing'
  /** It was well, and answers like what does not exist; under repair a host does so for all of its pages. */
  | 'suspect'
  /** It leads to where the policy does not allow. */
  | 'outside'
  /** Its domain is for sale. */
  | 'parked'
  /** Another owner's page has replaced it. */
  | 'replaced'
  /** A person has decided about what was seen before. */
  | 'decided'
  /** A wall stands before it. */
  | 'guarded'
  /** Nothing was learnt. */
  | 'unknown'

const createReading = (kind: ReadingKind, ...reasons: HealthReason[]): Reading => ({ kind, reasons })

/** Failures that prove a fault of the server or of the way to it, but not that the page is no more. */
const IMPAIRED: ReadonlySet<NetErrorCode> = new Set<NetErrorCode>([
  'tls_error',
  'redirect_loop',
  'too_many_redirects',
  'headers_too_large',
  'body_too_large',
  'bad_encoding',
])

/** Failures of which the page is not the cause. */
const NOT_THE_PAGE: ReadonlySet<NetErrorCode> = new Set<NetErrorCode>([
  'robots_disallowed',
  'robots_unreachable',
  'host_busy',
  'aborted',
  'invalid_url',
  'too_long',
  'url_ambiguous',
  'userinfo_blocked',
  'scheme_blocked',
  'port_blocked',
  'name_blocked',
])

export function readObservation(observation: Observation): Reading {
  if ((observation.pageDecision ?? null) !== null) return createReading('decided')
  if (observation.arrival === 'outside') return createReading('outside', 'left_allowlist')
  if (observation.failure !== null) return readFailure(observation, observation.failure)
  return readStatus(observation, observation.status ?? 0)
}

/** Whichever hop it happened at: the page itself is unknown. */
const NEVER_ABOUT_PAGE = /^(?:robots_|host_busy)/

function readFailure({ chain, isWitnessed }: Observation, code: NetErrorCode): Reading {
  if (!isWitnessed) return createReading('unknown', 'nobody_answered', code)
  // A server that redirects to what nobody may ask is at fault itself.
  if (NOT_THE_PAGE.has(code) && (chain.length === 0 || NEVER_ABOUT_PAGE.test(code)))
    return createReading('unknown', code)
  return createReading(IMPAIRED.has(code) ? 'impaired' : 'failed', code)
}

function readStatus(observation: Observation, status: number): Reading {
  if (observation.wall === 'login') return createReading('guarded', 'asks_for_login')
  if (observation.wall !== null) return createReading('guarded', `status_${status}`, 'bot_wall')
  if (status === 429) return createReading('unknown', 'rate_limited')
  if (status === 503 && observation.retryAfter !== null) return createReading('unknown', 'busy')
  if (status === 410) return createReading('ended', 'status_410')
  if (REFUSALS.has(status)) return createReading('guarded', `status_${status}`)
  if (status === 304 || (status >= 200 && status < 300)) return readResponse(observation)
  return createReading('failed', `status_${status}`)
}

/**
 * Somebody is there and does not let us in: with a login, by rule or by law. 999 is what LinkedIn says to programs; and
 * since we accept everything, 406 is not about the page but what firewalls say.
 */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 406, 407, 451, 999])

function readResponse(observation: Observation): Reading {
  const { arrival, missing, parked = false, replaced = false } = observation
  if (parked) return createReading('parked', 'domain_parked')
  const kind = isMaintenance(observation) ? 'suspect' : 'missing'
  if (arrival === 'home') return createReading(kind, 'redirects_home')
  // Of a page that never had a text of its own, one text for everything teaches nothing.
  if (missing === 'like_every_page') return createReading(kind === 'suspect' ? kind : 'unknown', missing)
  if (missing !== null) return createReading(kind, MISSING_REASONS[missing])
  if (replaced) return createReading('replaced', 'text_replaced')
  return findMoveTarget(observation) === null ? createReading('good') : createReading('moved', 'permanent_redirect')
}

const MISSING_REASONS = {
  phrase: 'says_it_is_missing',
  like_probe: 'like_a_missing_page',
  redirect_like_probe: 'redirects_like_a_missing_page',
} as const

/** Whether it may be so for one night, and for the whole host: for good is what a page says of itself, or where it moved. */
function isMaintenance({ missing, chain, wasWell }: Observation): boolean {
  const isTemporary = missing !== 'redirect_like_probe' || chain.some(({ status }) => !PERMANENT.has(status))
  return wasWell === true && isTemporary && missing !== 'phrase' && missing !== null
}

const PERMANENT: ReadonlySet<number> = new Set([301, 308])

/** Where the page has moved for good: as far as permanent redirects lead, before the first that is temporary. */
export function findMoveTarget({ chain, arrival }: Observation): string | null {
  if (arrival !== 'elsewhere') return null
  const temporary = chain.findIndex(({ status }) => !PERMANENT.has(status))
  return chain[(temporary === -1 ? chain.length : temporary) - 1]?.to ?? null
}

export const isTemporaryRedirect = ({ chain, arrival }: Observation): boolean =>
  arrival === 'elsewhere' && chain.some(({ status }) => !PERMANENT.has(status))

const WELL: ReadonlySet<ReadingKind> = new Set<ReadingKind>(['good', 'moved', 'guarded'])

/** Whether somebody answered who had nothing to complain of. */
export const isWell = (observation: Observation): boolean => WELL.has(readObservation(observation).kind)
