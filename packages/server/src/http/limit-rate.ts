import ipaddr from 'ipaddr.js'
import { ApiError } from './errors.ts'
import type { ApiContext, Step } from './api-env.ts'

/** Short bursts are normal: a client may use what it did not use in the last seconds. */
const BURST_SECONDS = 10

const MAX_CLIENTS = 10_000

export interface RateOptions {
  /** Requests per second and client, on average. */
  readonly perSecond: number
  readonly now: () => number
}

interface Bucket {
  left: number
  at: number
}

/**
 * Counts what each client may still send: a bucket that fills up steadily, of which each request takes one. A client is a token, or a
 * network where there is none. The oldest buckets go when there are too many, so that no number of addresses fills the memory.
 */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>()
  readonly #options: RateOptions

  constructor(options: RateOptions) {
    this.#options = options
  }

  /** Throws where the client has to wait. */
  take(client: string): void {
    this.#require(client).left -= 1
  }

  /** The same, without taking one. */
  check(client: string): void {
    this.#require(client)
  }

  #require(client: string): Bucket {
    const bucket = this.#fill(client)
    if (bucket.left < 1) throw new ApiError('api/too-many-requests', { thing: client })
    return bucket
  }

  #fill(client: string): Bucket {
    const { perSecond, now } = this.#options
    const [most, at] = [perSecond * BURST_SECONDS, now()]
    const bucket = this.#buckets.get(client) ?? { left: most, at }
    bucket.left = Math.min(most, bucket.left + ((at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    this.#buckets.delete(client)
    this.#buckets.set(client, bucket)
    if (this.#buckets.size > MAX_CLIENTS) this.#buckets.delete(this.#buckets.keys().next().value ?? '')
    return bucket
  }
}

export function limitRate(limit: RateLimit): Step {
  return async (c, next) => {
    limit.take(readClient(c))
    await next()
  }
}

const readClient = (c: ApiContext): string => c.var.caller?.name ?? readNetwork(c)

export const readAddress = (c: ApiContext): string => c.env.incoming.socket.remoteAddress ?? 'unknown'

/** The address of the client, or its network where it has many addresses. */
export const readNetwork = (c: ApiContext): string => toClientNetwork(readAddress(c))

/** https://www.rfc-editor.org/rfc/rfc6052#section-2.1: an IPv4 address behind a translator. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** How many of the eight groups of an IPv6 address name its network: one customer has at least a /64, and can use any address in it. */
const NETWORK_GROUPS = 4

/**
 * What an address is counted as where clients are limited: an IPv4 address as itself, however a socket writes it, and an IPv6 address as
 * its /64.
 *
 * @example toClientNetwork('2001:db8::1') // '2001:db8:0:0::/64'
 */
export function toClientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  if (parsed.match(TRANSLATED)) return ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString()
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
