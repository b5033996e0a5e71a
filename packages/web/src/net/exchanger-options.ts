import type { DnsFn, ExchangeFn, Timeouts } from './exchange.ts'
import { validateHeaderValue } from './node-http.ts'
import type { CertificateAuthorities } from './transport/socket-transport.ts'
import { DEFAULT_TIMEOUTS } from './transport/watch.ts'

/** Options of every exchanger, whatever transport it uses. */
export interface CommonOptions {
  readonly dnsFn?: DnsFn | undefined
  /** Addresses (CIDR) that are allowed although they are not public. */
  readonly allowAddresses?: readonly string[] | undefined
  readonly userAgent?: string | undefined
  /** Of a body, compressed and decompressed; 5 MiB. */
  readonly maxBytes?: number | undefined
  readonly timeouts?: Partial<Timeouts> | undefined
  /** Milliseconds, for measuring. */
  readonly now?: (() => number) | undefined
}

export interface ExchangerOptions extends CommonOptions {
  /** Connects 'host:port' to 'address:port' instead; an empty host or port means any. Addresses named here are allowed. */
  readonly connectTo?: Readonly<Record<string, string>> | undefined
  readonly ca?: CertificateAuthorities | undefined
  readonly exchangeFn?: ExchangeFn | undefined
}

export const DEFAULT_MAX_BYTES = 5 * 1024 * 1024

/** Longer timeouts overflow a timer, which then fires at once. */
export const MAX_TIMEOUT = 2 ** 31 - 1

/** All five, each checked. */
export function resolveTimeouts(given: Partial<Timeouts> = {}): Timeouts {
  const limit = (name: keyof Timeouts): number => checkTimeout(name, given[name] ?? DEFAULT_TIMEOUTS[name])
  return Object.freeze({
    dns: limit('dns'),
    connect: limit('connect'),
    headers: limit('headers'),
    bodyGap: limit('bodyGap'),
    total: limit('total'),
  })
}

function checkTimeout(name: string, value: number): number {
  if (value > 0 && value <= MAX_TIMEOUT) return value
  throw new RangeError(`timeouts.${name} is ${value}; give milliseconds from 1 to ${MAX_TIMEOUT}`)
}

export function checkMaxBytes(value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new RangeError(`maxBytes is ${value}; give a whole number of bytes`)
}

export function checkUserAgent(value: string): string {
  validateHeaderValue('user-agent', value)
  return value
}
