import { ApiError } from './errors.ts'
import type { Step } from './api-env.ts'

/**
 * Refuses requests with more than one Host. Node would take the first, and a proxy in front perhaps another.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2-6
 */
export const requireOneHost: Step = async (c, next) => {
  const { rawHeaders } = c.env.incoming
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) throw new ApiError('api/malformed-request', { detail: `it has ${hosts} Host headers` })
  await next()
}

/**
 * Refuses requests whose Host is not this machine. A page of the web can let its own name lead to 127.0.0.1 (DNS rebinding), and would
 * then read whatever a server without tokens answers; the browser still sends the page's name as Host.
 */
export const guardHost: Step = async (c, next) => {
  const host = c.env.incoming.headers.host
  if (host === undefined || !isLoopbackName(readHostName(host)))
    throw new ApiError('api/foreign-host', { thing: JSON.stringify(host ?? '') })
  await next()
}

/** Without the port. */
function readHostName(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase()
}

/** `localhost` and what is below it always are this machine: https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
export function isLoopbackName(host: string): boolean {
  return /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/.test(host)
}

/** An address as a socket has it. */
export function isLoopbackAddress(address: string): boolean {
  return /^(?:(?:::ffff:)?127\.|::1$)/.test(address)
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses whatever a page of another origin sends with a method that can change something (CSRF), cookie or not. Programs send no
 * Origin, browsers always do.
 */
export const guardOrigin: Step = async (c, next) => {
  const { method, headers } = c.env.incoming
  const { origin, host } = headers
  if (!SAFE_METHODS.includes(method ?? '') && origin !== undefined && !isOwn(origin, host))
    throw new ApiError('api/foreign-origin', { thing: JSON.stringify(origin) })
  await next()
}

/** The scheme may differ: a proxy that serves https forwards requests over http. */
function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/** A response is not a page, except where the page has a policy of its own. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export const SECURITY_HEADERS = {
  'content-security-policy': NO_PAGE,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

export const securityHeaders: Step = async (c, next) => {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value)
  await next()
}
