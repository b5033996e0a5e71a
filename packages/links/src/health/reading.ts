import type { NetErrorCode } from '@canonist/web/internal/net/errors'
import type { Observation } from './observation.ts'
import type { HealthReason } from './words.ts'

/** What one observation says about a page, without its history. */
export interface Reading {
  readonly kind: ReadingKind
  readonly reasons: readonly HealthReason[]
}

export type ReadingKind =
  /** The page responds as expected. */
  | 'good'
  /** It has moved permanently to another URL. */
  | 'moved'
  /** The server responds with a fault that proves nothing about the page. */
  | 'impaired'
  /** It responds, but its text is gone, as a comparison with earlier texts shows. */
  | 'emptied'
  | 'failed'
  /** The server says that the page is gone for good. */
  | 'ended'
  /** It responds with a success status, but is a missing page. */
  | 'missing'
  /** It was healthy and now looks missing, as all pages of a host do during maintenance. */
  | 'suspect'
  /** It redirects to a host that the policy does not allow. */
  | 'outside'
  /** Its domain is for sale. */
  | 'parked'
  /** Another owner's page has replaced it. */
  | 'replaced'
  /** A person has decided about an earlier text. */
  | 'decided'
  /** A login, a refusal or a bot wall blocks it. */
  | 'guarded'
  /** The check gave no information. */
  | 'unknown'

const createReading = (kind: ReadingKind, ...reasons: HealthReason[]): Reading => ({ kind, reasons })

/** Failures that show a fault of the server or the connection, but not that the page is gone. */
const IMPAIRED: ReadonlySet<NetErrorCode> = new Set<NetErrorCode>([
  'tls_error',
  'redirect_loop',
  'too_many_redirects',
  'headers_too_large',
  'body_too_large',
  'bad_encoding',
])

/** Failures that say nothing about the page. */
const NOT_THE_PAGE: ReadonlySet<NetErrorCode> = new Set<NetErrorCode>([
  'robots_disallowed',
  'robots_unreachable',
  'host_busy',
  'process_overloaded',
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

/** Codes that say nothing about the page at any hop. */
const NEVER_ABOUT_PAGE = /^(?:robots_|host_busy|process_overloaded)/

function readFailure({ chain, isWitnessed }: Observation, code: NetErrorCode): Reading {
  if (!isWitnessed) return createReading('unknown', 'nobody_answered', code)
  // A server that redirects to a blocked URL is at fault itself.
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
 * The server refuses access: a login, a rule or a legal reason. LinkedIn sends 999 to programs. We accept every media type, so a 406
 * comes from a firewall and not from the page.
 */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 406, 407, 451, 999])

function readResponse(observation: Observation): Reading {
  const { arrival, missing, parked = false, replaced = false } = observation
  if (parked) return createReading('parked', 'domain_parked')
  const kind = isMaintenance(observation) ? 'suspect' : 'missing'
  if (arrival === 'home') return createReading(kind, 'redirects_home')
  // If the page never had a text of its own, one text for every page gives no information.
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

/** Whether it may be maintenance of the whole host. A page that says it is missing, or moved permanently, is not. */
function isMaintenance({ missing, chain, wasWell }: Observation): boolean {
  const isTemporary = missing !== 'redirect_like_probe' || chain.some(({ status }) => !PERMANENT.has(status))
  return wasWell === true && isTemporary && missing !== 'phrase' && missing !== null
}

const PERMANENT: ReadonlySet<number> = new Set([301, 308])

/** Where the page has moved permanently: the last target before the first temporary redirect. */
export function findMoveTarget({ chain, arrival }: Observation): string | null {
  if (arrival !== 'elsewhere') return null
  const temporary = chain.findIndex(({ status }) => !PERMANENT.has(status))
  return chain[(temporary === -1 ? chain.length : temporary) - 1]?.to ?? null
}

export const isTemporaryRedirect = ({ chain, arrival }: Observation): boolean =>
  arrival === 'elsewhere' && chain.some(({ status }) => !PERMANENT.has(status))

const WELL: ReadonlySet<ReadingKind> = new Set<ReadingKind>(['good', 'moved', 'guarded'])

/** Whether the page was healthy at this check, or guarded. */
export const isWell = (observation: Observation): boolean => WELL.has(readObservation(observation).kind)
