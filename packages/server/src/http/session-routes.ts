import type { Hono } from 'hono'
import { z } from 'zod'
import { parseInput } from '../operations/operation.ts'
import { createText } from '../operations/schemas.ts'
import type { ApiContext, ApiEnv } from './api-env.ts'
import { isOverHttps, requireToken, type AuthenticateOptions } from './authenticate.ts'
import { JSON_TYPE, readJsonBody } from './read-body.ts'
import type { OpenRequests } from './request-life.ts'
import { openSession, SECURE_COOKIE, SESSION_COOKIE, SESSION_SECONDS } from './session.ts'

const MAX_TOKEN_LENGTH = 4096

export const login = z.strictObject({ token: createText(1, MAX_TOKEN_LENGTH) })

/** As many as the longest token can take, with each character escaped. */
const MAX_BODY_BYTES = 65_536

export interface SessionOptions extends AuthenticateOptions {
  readonly timeLimitMs: number
  readonly openRequests: OpenRequests
}

/** Login and logout of the dashboard. A wrong token counts as one, wherever it is sent. */
export function addSession(api: Hono<ApiEnv>, options: SessionOptions): void {
  const { tokens, owner, attempts, sessions, now, timeLimitMs, openRequests } = options
  api.post('/api/v1/session', async (c) => {
    c.set('operation', 'login')
    const body = await openRequests.run(c.env.outgoing, { timeLimitMs, isAllowed: c.var.isCallerCurrent }, () =>
      readJsonBody(c.env.incoming, MAX_BODY_BYTES),
    )
    const { token: given } = parseInput(login, body)
    // Without tokens every caller is the owner already.
    if (tokens === null)
      return c.body(JSON.stringify({ name: owner, role: 'admin' }), 200, { 'content-type': JSON_TYPE })
    const token = requireToken(c, { tokens: tokens(), given, attempts, now: now() })
    const cookie = await openSession(sessions, token, now())
    // The browser forgets the cookie that it sent, so no logout could end that session any more.
    if (c.var.session !== null) await sessions.end(c.var.session)
    setCookie(c, cookie, SESSION_SECONDS)
    return c.body(JSON.stringify({ name: token.name, role: token.role }), 200, { 'content-type': JSON_TYPE })
  })
  api.delete('/api/v1/session', async (c) => {
    c.set('operation', 'logout')
    const { session, callerError } = c.var
    // A browser that forgot its cookie could not end the session later.
    if (callerError !== null) throw callerError
    if (session !== null) await sessions.end(session)
    setCookie(c, '', 0)
    return c.body('{}', 200, { 'content-type': JSON_TYPE })
  })
}

/** Over plain http on loopback, browsers would drop a cookie that is `Secure`. */
function setCookie(c: ApiContext, value: string, seconds: number): void {
  const rest = `=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
  c.header('set-cookie', isOverHttps(c) ? `${SECURE_COOKIE}${rest}; Secure` : `${SESSION_COOKIE}${rest}`)
}
