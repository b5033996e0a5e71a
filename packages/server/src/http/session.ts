import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SessionStore } from '../sessions/session-store.ts'
import type { Credential, Token } from './tokens.ts'

/**
 * A session lets a browser send a cookie instead of a token, which scripts of a page could read. The cookie holds the number of the session
 * and a random secret; the server stores a proof of that secret and the token. So neither the stored sessions nor the hashes of tokens make a
 * cookie, and a session ends when it is removed, when it expires, or when its token is removed or replaced.
 */

export const SESSION_COOKIE = 'canonist_session'

/** Over https. Browsers accept this name from this host and over https only, so no other host of the domain can plant a session. */
export const SECURE_COOKIE = `__Host-${SESSION_COOKIE}`

/** A week: long enough for people who come every day. */
export const SESSION_SECONDS = 7 * 24 * 3600

/** Returns the value of the cookie. */
export async function openSession(sessions: SessionStore, token: Token, now: number): Promise<string> {
  const secret = randomBytes(32)
  const expiresAt = Math.min(now + SESSION_SECONDS * 1000, token.expiresAt)
  const id = await sessions.add({ token: token.name, proof: prove(secret, token), createdAt: now, expiresAt })
  return `${id}.${secret.toString('base64url')}`
}

/** Null if it has ended or expired, was not opened by a server on this database, or its token has been removed. */
export async function readSession(
  value: string,
  {
    sessions,
    tokens,
    now,
  }: { readonly sessions: SessionStore; readonly tokens: readonly Token[]; readonly now: number },
): Promise<Credential | null> {
  const [, id, text = ''] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(value) ?? []
  if (id === undefined) return null
  const session = await sessions.find(Number(id))
  if (session === null) return null
  const secret = Buffer.from(text, 'base64url')
  const token = tokens
    .filter(({ name }) => name === session.token)
    .find((each) => timingSafeEqual(prove(secret, each), session.proof))
  const expiresAt = Math.min(session.expiresAt, token?.expiresAt ?? 0)
  return token === undefined || expiresAt <= now ? null : { token, expiresAt, session: session.id }
}

const prove = (secret: Buffer, { digest }: Token): Buffer => createHmac('sha256', secret).update(digest).digest()
