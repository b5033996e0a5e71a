import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Credential, Token } from './tokens.ts'

/**
 * A session lets a browser send a cookie instead of a token, which scripts of a page could read. The cookie holds the name of the
 * token, the time at which it expires, and a signature made with the digest of the token. So the server stores nothing, any of several
 * servers accepts it, and it ends when the token is removed.
 */

export const SESSION_COOKIE = 'canonist_session'

/** A week: long enough for people who come every day. */
export const SESSION_SECONDS = 7 * 24 * 3600

/** The value of the cookie. */
export function createSession(token: Token, now: number): string {
  const claim = `${encodeName(token)}.${Math.floor(now / 1000) + SESSION_SECONDS}`
  return `${claim}.${sign(claim, token).toString('base64url')}`
}

/** Null if it has expired, was not made by a server with this token, or the token has been removed. */
export function readSession(value: string, tokens: readonly Token[], now: number): Credential | null {
  const [name = '', expires = '', signature = ''] = value.split('.')
  const expiresAt = Number(expires) * 1000
  if (!/^\d{1,12}$/.test(expires) || expiresAt <= now) return null
  const given = Buffer.from(signature, 'base64url')
  let found: Token | null = null
  for (const token of tokens) {
    const wanted = sign(`${name}.${expires}`, token)
    if (given.length === wanted.length && timingSafeEqual(given, wanted) && name === encodeName(token)) found = token
  }
  if (found === null || found.expiresAt <= now) return null
  return { token: found, expiresAt: Math.min(expiresAt, found.expiresAt) }
}

const encodeName = ({ name }: Token): string => Buffer.from(name).toString('base64url')

const sign = (claim: string, { digest }: Token): Buffer => createHmac('sha256', digest).update(claim).digest()
