import { isIPv4 } from 'node:net'
import { createNetFailure, type NetErrorCode, type NetFailure } from '../errors.ts'
import { isBlockedPort } from './blocked-ports.ts'
import { isPlainName, isPublicName, isReservedForTests } from './host-name.ts'
import { isPublicAddress } from '../address/public-address.ts'
import { MAX_URL_LENGTH, findTextError, readSpelledHost } from './raw-url.ts'
import type { FetchUrl } from '@canonist/core/internal/text/stages'

export interface CheckOptions {
  /** Which ports may be named: the scheme's own only (the default), or any but those of other services, such as 22. */
  readonly allowPort?: 'default' | 'any' | undefined
  /** Whether .example, .test and .invalid are refused at once (the default) or left to DNS. */
  readonly reservedNames?: 'refuse' | 'resolve' | undefined
  /** Addresses that are allowed although they are not public. */
  readonly isAllowedAddress?: ((address: string) => boolean) | undefined
  /** Targets that the operator maps to an address: their name and port are not checked, only their syntax. */
  readonly isMapped?: ((host: string, port: number) => boolean) | undefined
}

/** A URL that all parsers read alike and that may be requested if its name resolves to public addresses. */
export interface CheckedUrl {
  readonly ok: true
  /** The A-label name without a final dot, or the address without brackets. */
  readonly host: string
  /** Exactly the URL to request: no fragment, no final dot in the host. */
  readonly url: FetchUrl
  readonly scheme: 'http' | 'https'
  readonly port: number
}

/** A host on which all parsers agree. */
interface Host {
  readonly kind: 'name' | 'address'
  readonly host: string
}

/**
 * The gate before the network. It looks up nothing, guesses nothing, and repairs nothing that another parser might read differently.
 *
 * @example checkUrl('https://www.boe.es/a') // { ok: true, host: 'www.boe.es', … }
 * @example checkUrl('http://127.1/') // { ok: false, code: 'url_ambiguous', … }
 */
export function checkUrl(input: string, options: CheckOptions = {}): CheckedUrl | NetFailure {
  if (typeof input !== 'string') return createNetFailure('invalid_url', typeof input)
  const refused = findTextError(input)
  if (refused !== null) return createNetFailure(refused, input)

  const parsed = URL.parse(input)
  const spelled = readSpelledHost(input)
  if (parsed === null || spelled === null) return createNetFailure('invalid_url', input)

  const host = agreeOnHost(spelled, parsed.hostname)
  if (typeof host === 'string') return createNetFailure(host, input)
  const checked = createCheckedUrl(parsed, host)
  const code = checked.url.length > MAX_URL_LENGTH ? 'too_long' : findTargetError(host, checked, options)
  return code === null ? checked : createNetFailure(code, input)
}

function agreeOnHost(spelled: string, hostname: string): Host | NetErrorCode {
  if (hostname.startsWith('[')) return { kind: 'address', host: hostname.slice(1, -1) }
  // Only four decimal numbers are an address to everyone; 127.1, 0x7f.0.0.1 and 127.0.0.1. are names to some.
  if (isIPv4(hostname)) return spelled === hostname ? { kind: 'address', host: hostname } : 'url_ambiguous'
  const host = dropFinalDot(hostname)
  return isPlainName(dropFinalDot(spelled), host) ? { kind: 'name', host } : 'name_blocked'
}

const dropFinalDot = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name)

function createCheckedUrl(parsed: URL, { kind, host }: Host): CheckedUrl {
  if (kind === 'name') parsed.hostname = host
  parsed.hash = ''
  const scheme = parsed.protocol === 'http:' ? 'http' : 'https'
  const port = parsed.port === '' ? DEFAULT_PORTS[scheme] : Number(parsed.port)
  return { ok: true, host, url: parsed.href as FetchUrl, scheme, port }
}

const DEFAULT_PORTS = { http: 80, https: 443 } as const

/** Why an unambiguous target may still not be requested, or null. */
function findTargetError(
  { kind, host }: Host,
  { scheme, port }: CheckedUrl,
  options: CheckOptions,
): NetErrorCode | null {
  const { allowPort = 'default', reservedNames = 'refuse', isAllowedAddress, isMapped } = options
  if (isMapped?.(host, port) === true) return null
  if (isBlockedPort(port) || (allowPort === 'default' && port !== DEFAULT_PORTS[scheme])) return 'port_blocked'
  if (kind === 'address') return isPublicAddress(host) || isAllowedAddress?.(host) === true ? null : 'private_address'
  return isPublicName(host) || (reservedNames === 'resolve' && isReservedForTests(host)) ? null : 'name_blocked'
}
