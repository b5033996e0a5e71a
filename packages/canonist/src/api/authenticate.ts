import type { Role } from '../app/operations/operation.ts'
import { isoTime } from '../text/iso-time.ts'
import { ApiError } from './errors.ts'
import type { ApiContext, Step } from './api-env.ts'
import { readNetwork } from './limit-rate.ts'
import { readSession, SESSION_COOKIE } from './session.ts'
import type { TokenAttempts } from './token-attempts.ts'
import { findToken, isCurrent, type Credential, type Token } from './tokens.ts'

export interface Authentication {
  /** Null where the server has none: then everybody who reaches it may do everything. */
  readonly tokens: (() => readonly Token[]) | null
  /** The caller of every request if the server has no tokens: the user who started it. */
  readonly owner: string
}

export interface AuthenticateOptions extends Authentication {
  readonly attempts: TokenAttempts
  readonly now: () => number
}

const BEARER = /^bearer +(\S+) *$/i

/** Finds out who sends the request. A request without a token may still read what is open to all; a wrong token is refused. */
export function authenticate({ tokens, owner, attempts, now }: AuthenticateOptions): Step {
  return async (c, next) => {
    const credential = tokens === null ? null : readCredential(c, tokens(), { attempts, now: now() })
    const { name, role } = credential?.token ?? { name: owner, role: 'admin' }
    c.set('caller', tokens === null || credential !== null ? { name, role } : null)
    c.set('isCallerCurrent', () => tokens === null || credential === null || isCurrent(credential, tokens(), now()))
    await next()
  }
}

function readCredential(
  c: ApiContext,
  tokens: readonly Token[],
  { attempts, now }: { readonly attempts: TokenAttempts; readonly now: number },
): Credential | null {
  const { authorization, cookie = '' } = c.env.incoming.headers
  if (authorization !== undefined) {
    const [, given = ''] = BEARER.exec(authorization) ?? []
    const token = requireToken(c, { tokens, given, attempts, now })
    return { token, expiresAt: token.expiresAt }
  }
  const given = findCookie(cookie)
  if (given === '') return null
  const session = readSession(given, tokens, now)
  attempts.count(readNetwork(c), given, session !== null)
  return session
}

export interface GivenToken {
  readonly tokens: readonly Token[]
  readonly given: string
  readonly attempts: TokenAttempts
  readonly now: number
}

/** Throws if no token is the given one, if it has expired, or if the network of the client has tried too many. */
export function requireToken(c: ApiContext, { tokens, given, attempts, now }: GivenToken): Token {
  const token = findToken(tokens, given)
  attempts.count(readNetwork(c), given, token !== null)
  if (token === null) throw new ApiError('api/unknown-token')
  if (token.expiresAt <= now) {
    const since = isoTime(token.expiresAt)
    throw new ApiError('api/token-expired', { thing: token.name, detail: `on ${since}` })
  }
  return token
}

/** Empty if there is none. A session that has expired counts as no token: a person logs in again. */
function findCookie(header: string): string {
  const found = header.split('; ').find((part) => part.startsWith(`${SESSION_COOKIE}=`))
  return found?.slice(SESSION_COOKIE.length + 1) ?? ''
}

const RANKS: Readonly<Record<Role, number>> = { none: 0, read: 1, write: 2, admin: 3 }

export function hasRole(c: ApiContext, role: Role): boolean {
  const { caller } = c.var
  return role === 'none' || (caller !== null && RANKS[caller.role] >= RANKS[role])
}

/** Throws where the caller may not do what needs this role. */
export function requireRole(c: ApiContext, role: Role): void {
  const { caller } = c.var
  if (role === 'none') return
  if (caller === null) throw new ApiError('api/no-token')
  if (RANKS[caller.role] < RANKS[role])
    throw new ApiError('api/weak-token', { thing: caller.name, detail: `it has ${caller.role} and needs ${role}` })
}
