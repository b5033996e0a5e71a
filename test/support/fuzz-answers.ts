import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { chance, createRandom, type Random } from './random-url.ts'
import { hasTime, type FuzzRange, type Tally } from './fuzz.ts'
import { admit } from '@canonist/web/internal/admit/admit'
import type { Admission } from '@canonist/web/internal/admit/admission'
import { MAX_REQUESTS } from '@canonist/web/internal/admit/requests'
import { canonicalize } from '@canonist/web/internal/canonicalize/canonicalize'
import type { CanonicalizeResult } from '@canonist/web/internal/canonicalize/result'
import { NET_ERRORS } from '@canonist/web/internal/net/errors'
import { createFetcher, type Fetcher, type FetcherOptions } from '@canonist/web/internal/resolve/fetcher'
import type { FollowResult } from '@canonist/web/internal/resolve/follow'
import { createPoliteFetcher } from '@canonist/web/internal/resolve/polite-fetcher'
import { linkIn, SITES_EACH, nameSite, type RandomServer } from './random-server.ts'
import { isPublicByRegistry } from './special-addresses.ts'

export type Told = Pick<RandomServer, 'plainPort' | 'tlsPort' | 'ca'>

const TIMEOUTS = { dns: 300, connect: 500, headers: 500, bodyGap: 300, total: 1000 }
const MAX_BYTES = 262_144
const GRACE_MS = 1000

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'inside.example.net': ['127.0.0.1'],
}

/** Only the sites of these cases lead to the server. All other names resolve, some of them to the inside. */
export function optionsFor({ seed, cases }: FuzzRange, { plainPort, tlsPort, ca }: Told): FetcherOptions {
  const connectTo: Record<string, string> = {}
  for (let site = 0; site < cases * SITES_EACH; site += 1) {
    const host = nameSite(seed + Math.floor(site / SITES_EACH), site % SITES_EACH)
    connectTo[`${host}:80`] = `127.0.0.1:${plainPort}`
    connectTo[`${host}:443`] = `127.0.0.1:${tlsPort}`
  }
  const random = createRandom(seed)
  const lies = [['93.184.215.14'], ['10.0.0.1'], ['93.184.215.14', '127.0.0.1'], []]
  const dnsFn = async (host: string): Promise<readonly string[]> => ADDRESSES[host] ?? lies[random(lies.length)] ?? []
  return { connectTo, ca, dnsFn, timeouts: TIMEOUTS, maxBytes: MAX_BYTES }
}

const REFUSED = Object.assign(new Error('refused: not a server of the test'), { code: 'ECONNREFUSED' })

/**
 * Lets this process connect to the random server only. Returns what was tried elsewhere and is not public: connections to the
 * public Internet are refused in silence, since redirects may lead there.
 */
export function guardConnections({ plainPort, tlsPort }: Told): readonly string[] {
  const forbidden: string[] = []
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]): Socket {
    const [options] = args.flat() as [{ host?: string; port?: number; path?: string }]
    const { host = '', port = 0 } = options
    if (host === '127.0.0.1' && (port === plainPort || port === tlsPort)) {
      return Reflect.apply(connect, this, args) as Socket
    }
    if (!isPublicByRegistry(host)) forbidden.push(`${host}:${port}`)
    process.nextTick(() => this.destroy(REFUSED))
    return this
  }
  return forbidden
}

/** One way to send a URL: the longest time it may take, and what its result must look like. */
interface Door {
  readonly mostMs: number
  readonly send: (url: string, fetcher: Fetcher) => Promise<unknown>
}

const POLICY = { name: 'random', extends: 'sources', hosts: { allow: ['example.org'] } } as const
const MOST_HOPS = 5

const DOORS: Readonly<Record<string, Door>> = {
  resolve: {
    mostMs: TIMEOUTS.total,
    send: async (url, fetcher) => assertFollowed(await fetcher.follow(url)),
  },
  politely: {
    mostMs: 3 * TIMEOUTS.total,
    // A server may ask for a long pause, which the caller's own deadline must end.
    async send(url, fetcher) {
      const signal = AbortSignal.timeout(3 * TIMEOUTS.total)
      assertFollowed(await createPoliteFetcher(fetcher, { delayMs: 1 }).follow(url, { signal }))
    },
  },
  canonicalize: {
    mostMs: 5 * TIMEOUTS.total,
    send: async (url, fetcher) => assertCanonicalized(await canonicalize(url, { fetcher, maxBytes: MAX_BYTES })),
  },
  admit: {
    mostMs: MAX_REQUESTS * TIMEOUTS.total,
    send: async (url, fetcher) => assertAdmitted(await admit(url, { policy: POLICY, fetcher })),
  },
}

const isHttpUrl = (text: unknown): boolean =>
  typeof text === 'string' && /^https?:\/\//.test(text) && URL.canParse(text)

/** Nothing is lost on the way through JSON: no function, no NaN, no cycle. */
function assertPlainData(value: unknown): void {
  assert.ok(isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value), 'the result is not plain data')
}

function assertFollowed(result: FollowResult): void {
  const { hops } = result
  assert.ok(hops.length <= MOST_HOPS + 1, `${hops.length} hops`)
  for (const { status, to, ms } of hops) {
    assert.ok(status >= 300 && status < 400 && typeof to === 'string' && ms >= 0, JSON.stringify(hops))
  }
  if (!result.ok) {
    assert.ok(Object.hasOwn(NET_ERRORS, result.code), result.code)
    assert.ok(result.message.length > 0)
    return
  }
  const { status, body, url, headers } = result
  assert.ok(Number.isInteger(status) && status >= 200 && status <= 999, `status ${status}`)
  assert.ok(body instanceof Uint8Array && body.length <= MAX_BYTES, `${body.length} bytes`)
  assert.ok(isHttpUrl(url), url)
  assertPlainData(headers)
  for (const name of Object.keys(headers)) assert.equal(name, name.toLowerCase())
}

const REASONS = 'response_url redirect_verified content_verified signature_verified upgrade_https exists_in_db fallback'
const ERRORS = `invalid_url blocked network timeout http_status empty_body redirect_loop too_many_redirects bad_redirect not_a_feed
  aborted host_busy robots`

function assertCanonicalized(result: CanonicalizeResult): void {
  assertPlainData(result)
  assert.ok(result.requests <= 5, `${result.requests} requests`)
  if (!result.ok) return assert.ok(ERRORS.split(/\s+/).includes(result.error), result.error)
  assert.ok(REASONS.split(' ').includes(result.reason), result.reason)
  assert.ok([result.url, ...result.aliases].every(isHttpUrl), JSON.stringify(result))
  assert.ok(!result.aliases.includes(result.url))
}

function assertAdmitted(admission: Admission): void {
  assertPlainData(admission)
  const { decision, canonical, reason } = admission
  assert.ok(['accept', 'review', 'reject', 'pending'].includes(decision), decision)
  assert.equal(canonical === null, decision === 'reject', `${decision} with ${String(canonical)}`)
  assert.ok(canonical === null || isHttpUrl(canonical), String(canonical))
  assert.ok(decision !== 'reject' || reason !== null)
}

/** Runs a case: one URL of its web, through one door. Returns the name of the door. */
async function runCase(seed: number, told: Told, lateness: () => number): Promise<string> {
  const random: Random = createRandom(seed)
  const url = linkIn(seed, random)
  const name = chance(2, random) ? 'resolve' : (Object.keys(DOORS)[random(4)] ?? 'resolve')
  const { mostMs, send } = DOORS[name] as Door
  const fetcher = createFetcher(optionsFor({ seed, cases: 1 }, told))
  const [start, late] = [performance.now(), lateness()]
  try {
    await send(url, fetcher)
  } catch (error) {
    throw new Error(`SEED=${seed} CASES=1 fails: ${name} ${url}: ${String(error)}`, { cause: error })
  } finally {
    await fetcher.close()
  }
  const ms = performance.now() - start
  // Time in which this process was not allowed to run is not the fetcher's.
  const most = mostMs + GRACE_MS + (lateness() - late)
  assert.ok(ms <= most, `SEED=${seed} CASES=1 fails: ${name} ${url} took ${Math.round(ms)} ms`)
  return name
}

const TICK_MS = 50

/** Measures by how many milliseconds timers were late, in all. */
function watchLateness(): { lateness: () => number; stop: () => void } {
  let [late, last] = [0, performance.now()]
  // A tick that is overdue counts, too.
  const lateness = (): number => late + Math.max(0, performance.now() - last - TICK_MS)
  const timer = setInterval(() => {
    late = lateness()
    last = performance.now()
  }, TICK_MS)
  return { lateness, stop: () => clearInterval(timer) }
}

const AT_ONCE = 24

/** Runs all cases, some at the same time, and counts them by door. */
export async function fuzzAnswers(range: FuzzRange, told: Told): Promise<Tally> {
  const { seed, cases } = range
  const tally: Record<string, number> = {}
  const { lateness, stop } = watchLateness()
  let next = seed
  const run = async (): Promise<void> => {
    while (next < seed + cases && hasTime(range)) {
      const door = await runCase(next++, told, lateness)
      tally[door] = (tally[door] ?? 0) + 1
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, run))
  } finally {
    stop()
  }
  return { cases: next - seed, ...tally }
}
