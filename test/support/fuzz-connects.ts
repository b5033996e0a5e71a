import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { runCases, type FuzzRange, type Tally } from './fuzz.ts'
import { show } from './show.ts'
import { chance, createRandom, pick, type Random } from './random-url.ts'
import { canonicalize } from '@canonist/web/internal/canonicalize/canonicalize'
import type { ExchangeFn } from '@canonist/web/internal/net/exchange'
import { isPublicAddress } from '@canonist/web/internal/net/address/public-address'
import { createFetcher, type Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { assertAgreement, assertStaysRefused, looksLikeIpv4 } from '../../packages/web/test/net/gate-agreement.ts'
import { spellIpv4, spellIpv6 } from './address-spellings.ts'
import { hostileLocation, hostileUrl } from './hostile-urls.ts'
import { isPublicByRegistry, readAddress } from './special-addresses.ts'

const PUBLIC = ['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07::1', '2a00:1450:4003::200e']
const INSIDE = `
  127.0.0.1 10.0.0.1 192.168.0.1 172.31.255.255 169.254.169.254 100.64.0.1 0.0.0.0 168.63.129.16 224.0.0.1 255.255.255.255 192.0.2.1
  ::1 :: ::ffff:169.254.169.254 ::ffff:8.8.8.8 ::7f00:1 64:ff9b::a00:1 64:ff9b:1::a00:1 2002:a00:1:: 2001:0:4142:4344::f5ff:fffe
  fe80::1 fc00::1 fd00:ec2::254 2001:db8::1 3fff::1 4000::1 100::1 100:0:0:1::1 5f00::1 ff02::1`
  .trim()
  .split(/\s+/)
/** No resolver should answer so, but a function of the caller's may. */
const NOT_ADDRESSES = [
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  'localhost',
  '',
  '8.8.8.8 ',
  '[::1]',
  '::1%lo',
  '8.8.8.8/32',
  '010.0.0.1',
]

/** One answer of DNS: public, private, mixed, empty or nonsense. Each lookup draws anew, so names rebind all the time. */
function randomAnswer(random: Random): string[] {
  const some = (list: readonly string[]): string[] => Array.from({ length: 1 + random(3) }, () => pick(list, random))
  switch (random(10)) {
    case 0:
      return some(INSIDE)
    case 1:
      return [...some(PUBLIC), pick(INSIDE, random)]
    case 2:
      return [pick(INSIDE, random), ...some(PUBLIC)]
    case 3:
      return pick([[], some(NOT_ADDRESSES), [...some(PUBLIC), pick(NOT_ADDRESSES, random)]], random)
    default:
      return some(PUBLIC)
  }
}

// https://www.iana.org/assignments/special-use-domain-names, and names that resolve inside a network only
const INTERNAL_NAME = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|onion|alt|arpa|svc)$/
const TEST_NAME = /\.(?:test|invalid|example)$/

/** How a case sends its URL. */
type Door = 'redirects' | 'sockets' | 'page'

/** `canonicalize` may look up names for tests, and may use the port that its caller gave for the caller's host. */
const isStrict = (door: Door): boolean => door !== 'page'

/**
 * Stands between a fetcher and the network of one case: answers DNS at random and judges every connection.
 *
 * Failures are kept for `assertClean`, since an error thrown into the fetcher would be one more failed exchange.
 */
class Watchman {
  readonly url: string
  readonly door: Door
  readonly random: Random
  connects = 0
  #answers = new Map<string, readonly string[]>()
  #failures: string[] = []
  /** Host and port of the first request where the caller may choose the port. */
  #firstPlace: string | undefined

  constructor(url: string, door: Door, random: Random) {
    this.url = url
    this.door = door
    this.random = random
  }

  lookUp(host: string): string[] {
    if (looksLikeIpv4(host) || readAddress(host) !== null) this.#failures.push(`${host} was looked up as a name`)
    const isInternal = INTERNAL_NAME.test(host) || (isStrict(this.door) && TEST_NAME.test(host))
    if (isInternal || !/^[a-z0-9.-]+\.[a-z0-9-]+$/.test(host)) this.#failures.push(`${host} was looked up`)
    const answer = randomAnswer(this.random)
    this.#answers.set(host, answer)
    return answer
  }

  judge(url: string, address: string): void {
    this.connects += 1
    if (!isPublicByRegistry(address)) this.#failures.push(`connected to ${address} for ${url}`)
    const { host: place, port, username, password } = new URL(url)
    if (!isStrict(this.door)) this.#firstPlace ??= place
    const isFitPort = port === '' || place === this.#firstPlace
    if (!isFitPort || username + password !== '') this.#failures.push(`requested ${url}`)
    const host = readHost(url)
    // An address needs no lookup.
    if (host === address) return
    const answer = this.#answers.get(host) ?? []
    const isAllowed = answer.includes(address) && answer.every(isPublicByRegistry)
    if (!isAllowed) this.#failures.push(`connected to ${address} for ${url}, but DNS said ${answer.join(', ')}`)
  }

  assertClean(): void {
    assert.deepEqual(this.#failures, [])
  }
}

const readHost = (url: string): string => new URL(url).hostname.replace(/^\[|\]$|\.$/g, '')

function pageDeclaring(url: string): string {
  const text = url.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
  return `<html><head><link rel="canonical" href="${text}"><meta property="og:url" content="${text}"></head><body>a</body></html>`
}

const STATUSES = [301, 302, 303, 307, 308]

/** A server that answers or redirects at random. */
const exchangeWith =
  (watchman: () => Watchman): ExchangeFn =>
  async ({ url, address }) => {
    const { random } = watchman()
    watchman().judge(url, address)
    if (chance(2, random)) {
      const body = pageDeclaring(hostileUrl(random))
      return { status: 200, headers: { 'content-type': 'text/html' }, body }
    }
    const location = chance(30, random) ? [hostileLocation(random), hostileLocation(random)] : hostileLocation(random)
    return { status: pick(STATUSES, random), headers: { location }, body: '' }
  }

const REFUSED = Object.assign(new Error('refused by the counting connector'), { code: 'ECONNREFUSED' })

/** Every TCP connection of this thread ends here: it is judged and refused, and never made. */
function replaceConnector(watchman: () => Watchman): void {
  Socket.prototype.connect = function connect(this: Socket, ...args: unknown[]): Socket {
    // `net.connect` passes its arguments on as one list.
    const [options] = args.flat() as [{ host: string }]
    watchman().judge(watchman().url, options.host)
    process.nextTick(() => this.destroy(REFUSED))
    return this
  }
}

/**
 * Sends hostile URLs through the gate, and through fetchers whose DNS and servers lie. Fails when programs disagree about a URL
 * that passes the gate, or when a connection goes anywhere but to a public address that DNS gave for that very request.
 */
export async function fuzzConnects(range: FuzzRange): Promise<Tally> {
  let watchman = new Watchman('', 'redirects', createRandom(range.seed))
  const current = (): Watchman => watchman
  const dnsFn = async (host: string): Promise<string[]> => watchman.lookUp(host)
  const fetchers = {
    simulated: createFetcher({ dnsFn, exchangeFn: exchangeWith(current) }),
    real: createFetcher({ dnsFn }),
  }
  replaceConnector(current)
  const tally = { passed: 0, connects: 0, answered: 0 }
  const cases = await runCases(range, async (seed) => {
    const random = createRandom(seed)
    const url = hostileUrl(random)
    watchman = new Watchman(url, DOORS[random(16)] ?? 'redirects', random)
    if (passesGate(url, random)) tally.passed += 1
    if (chance(4, random)) assertSameVerdict(chance(2, random) ? spellIpv4(random) : spellIpv6(random))
    if (await send(watchman, fetchers)) tally.answered += 1
    tally.connects += watchman.connects
    watchman.assertClean()
  })
  return { cases, ...tally }
}

/** The guard neither allows what the registries call special nor refuses the rest. */
function assertSameVerdict(address: string): void {
  assert.equal(isPublicAddress(address), isPublicByRegistry(address), `${address} is judged in two ways`)
}

function passesGate(url: string, random: Random): boolean {
  try {
    if (assertAgreement(url)) return true
    if (chance(4, random)) assertStaysRefused(url, random)
    return false
  } catch (error) {
    throw new Error(`${show(url)}: ${String(error)}`, { cause: error })
  }
}

/** Most cases follow redirects; some connect sockets, some let a page declare where to go next. */
const DOORS: readonly Door[] = ['page', 'sockets']

async function send(
  { url, door }: Watchman,
  { simulated, real }: { simulated: Fetcher; real: Fetcher },
): Promise<boolean> {
  if (door === 'page') return (await canonicalize(url, { fetcher: simulated })).ok
  return (await (door === 'sockets' ? real : simulated).follow(url)).ok
}
