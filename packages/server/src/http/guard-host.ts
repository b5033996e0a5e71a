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
