import { validateHeaderName, validateHeaderValue } from '../node-http.ts'
import { ACCEPT_ENCODING } from './content-coding.ts'
import { MAX_HEADER_BYTES } from './header-map.ts'

/** Headers that belong to the connection or follow from the URL. Set by a caller, they could make two servers read two different requests. */
const NOT_FOR_CALLERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The headers to send: a few of our own, and the caller's for this exchange. No cookies, no Referer, nothing from another exchange. */
export function createRequestHeaders(
  userAgent: string,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': ACCEPT_ENCODING, 'user-agent': userAgent }
  for (const [name, value] of Object.entries(given)) headers[checkName(name)] = checkValue(name, value)
  const bytes = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (bytes > MAX_HEADER_BYTES)
    throw new RangeError(`headers: ${bytes} bytes are too many; send at most ${MAX_HEADER_BYTES}`)
  return headers
}

function checkName(name: string): string {
  validateHeaderName(name)
  if (!NOT_FOR_CALLERS.has(name.toLowerCase())) return name.toLowerCase()
  throw new TypeError(`headers: "${name}" is made from the URL and the connection; leave it out`)
}

function checkValue(name: string, value: string): string {
  validateHeaderValue(name, value)
  return value
}
