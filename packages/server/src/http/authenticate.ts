import type { Role } from '../operations/operation.ts'
import type { SessionCache } from '../sessions/session-cache.ts'
import { CodedError } from '@canonist/core/internal/text/coded-error'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { ApiError } from './errors.ts'
import type { ApiContext, Step } from './api-env.ts'
import { readNetwork } from './limit-rate.ts'
import { readSession, SECURE_COOKIE, SESSION_COOKIE } from './session.ts'
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
  readonly sessions: SessionCache
  readonly now: () => number
}

const BEARER = /^bearer +(\S+) *$/i

/** Finds out who sends the request. A request without a token may still read what is open to all; a wrong token is refused. */
export function authenticate(options: AuthenticateOptions): Step {
  const { tokens, owner, sessions, now } = options
  return async (c, next) => {
    c.set('callerError', null)
    const credential = tokens === null ? null : await readCredential(c, tokens(), options)
    const { name, role } = credential?.token ?? { name: owner, role: 'admin' }
    const session = credential?.session ?? null
    c.set('caller', tokens === null || credential !== null ? { name, role } : null)
    c.set('session', session)
    c.set(
      'isCallerCurrent',
      () =>
        tokens === null ||
        credential === null ||
        (isCurrent(credential, tokens(), now()) && (session === null || sessions.isOpen(session))),
    )
    await next()
  }
}

async function readCredential(
  c: ApiContext,
  tokens: readonly Token[],
  { attempts, sessions, now }: AuthenticateOptions,
): Promise<Credential | null> {
  const { authorization, cookie = '' } = c.env.incoming.headers
  if (authorization !== undefined) {
    const [, given = ''] = BEARER.exec(authorization) ?? []
    const token = requireToken(c, { tokens, given, attempts, now: now() })
    return { token, expiresAt: token.expiresAt, session: null }
  }
  const given = findCookie(cookie, isOverHttps(c))
  if (given === '') return null
  const network = readNetwork(c)
  attempts.check(network, given)
  try {
    const credential = await readSession(given, { sessions, tokens, now: now() })
    attempts.count(network, given, credential !== null)
    return credential
  } catch (error) {
    // What is open to all, such as the page itself, must not need the database.
    if (!(error instanceof CodedError) || error instanceof ApiError) throw error
    c.set('callerError', error)
    return null
  }
}

/**
 * The server itself speaks http, and believes no header of a proxy. But browsers name the origin of their page with every request that is
 * not a read, and `guardOrigin` has compared it with the Host.
 */
export const isOverHttps = (c: ApiContext): boolean => c.env.incoming.headers.origin?.startsWith('https:') === true

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
function findCookie(header: string, isSecure: boolean): string {
  const cookies = header.split('; ')
  const read = (name: string): string =>
    cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const secure = read(SECURE_COOKIE)
  return secure !== '' || isSecure ? secure : read(SESSION_COOKIE)
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
  if (caller === null) throw c.var.callerError ?? new ApiError('api/no-token')
  if (RANKS[caller.role] < RANKS[role])
    throw new ApiError('api/weak-token', { thing: caller.name, detail: `it has ${caller.role} and needs ${role}` })
}
