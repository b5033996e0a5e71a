import type { Hono } from 'hono'
import { z } from 'zod'
import { parseInput } from '../app/operations/operation.ts'
import type { ApiContext, ApiEnv } from './api-env.ts'
import { requireToken, type AuthenticateOptions } from './authenticate.ts'
import { JSON_TYPE, readJsonBody } from './read-body.ts'
import type { OpenRequests } from './request-life.ts'
import { createSession, SESSION_COOKIE, SESSION_SECONDS } from './session.ts'

const login = z.strictObject({ token: z.string().min(1).max(4096) })

const MAX_BODY_BYTES = 10_000

export interface SessionOptions extends AuthenticateOptions {
  readonly timeLimitMs: number
  readonly openRequests: OpenRequests
}

/** Login and logout of the dashboard. A wrong token counts as one, wherever it is sent. */
export function addSession(api: Hono<ApiEnv>, options: SessionOptions): void {
  const { tokens, owner, attempts, now, timeLimitMs, openRequests } = options
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
    setCookie(c, createSession(token, now()), SESSION_SECONDS)
    return c.body(JSON.stringify({ name: token.name, role: token.role }), 200, { 'content-type': JSON_TYPE })
  })
  api.delete('/api/v1/session', (c) => {
    c.set('operation', 'logout')
    setCookie(c, '', 0)
    return c.body('{}', 200, { 'content-type': JSON_TYPE })
  })
}

/** `Secure` where the page came over https, through a proxy: over plain http on loopback, browsers would drop the cookie. */
function setCookie(c: ApiContext, value: string, seconds: number): void {
  const isSecure = c.env.incoming.headers.origin?.startsWith('https:') === true
  const parts = [`${SESSION_COOKIE}=${value}`, 'Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict']
  c.header('set-cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '))
}
