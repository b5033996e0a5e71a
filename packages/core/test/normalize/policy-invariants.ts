import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import {
  PolicyError,
  compare,
  createNormalizer,
  definePolicy,
  explain,
  normalize,
  policies,
  tryNormalize,
  urlKey,
  type Explanation,
  type Policy,
  type PolicyName,
  type PolicySpec,
} from '../../src/index.ts'
import { runCases, type FuzzRange, type Tally } from '@canonist/test-support/fuzz.ts'
import { randomPolicy } from '@canonist/test-support/random-policy.ts'
import {
  chance,
  createRandom,
  mutate,
  ordinaryUrl,
  pick,
  randomUrl,
  type Random,
} from '@canonist/test-support/random-url.ts'
import { show } from '@canonist/test-support/show.ts'
import { urlUnder } from '@canonist/test-support/url-under-policy.ts'
import { isExcused } from './differential.ts'

export function nextUrl(random: Random): string {
  const url = chance(3, random) ? ordinaryUrl(random) : randomUrl(random)
  return chance(10, random) ? mutate(url, random) : url
}

/** Normalizing again changes nothing, and explaining finds the same. Returns the result. */
export function assertRests(policy: Policy, url: string): string | null {
  const clean = createNormalizer(policy)
  const once = clean(url)
  const explanation = explain(url, policy)
  assert.equal(explanation.ok ? explanation.url : null, once, 'explain and createNormalizer differ')
  if (explanation.ok) assertChain(explanation)
  if (once === null)
    assert.deepEqual(tryNormalize(url, policy), explanation, 'explain and tryNormalize fail in two ways')
  else assert.equal(clean(once), once, `${once} is not at rest`)
  return once
}

/** Every change begins where the one before it ended. */
function assertChain({ input, url, changes, policy }: Explanation): void {
  let at = input
  for (const { rule, before, after } of changes) {
    assert.equal(before, at, `${rule} begins elsewhere`)
    assert.notEqual(after, before, `${rule} changes nothing`)
    at = after
  }
  assert.equal(at, url, 'the changes end elsewhere')
  assert.match(policy.fingerprint, /^[0-9a-f]{16}$/)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Keys are hashes of normalized URLs, and URLs compare as their keys do. */
function assertComparison(policy: Policy, a: string, b: string): void {
  const [first, second] = [normalize(a, policy), normalize(b, policy)]
  assert.equal(urlKey(a, policy), sha256(first))
  const { same, urls, changes, differsIn } = compare(a, b, policy)
  assert.equal(same, urlKey(a, policy) === urlKey(b, policy), 'compare and urlKey differ')
  assert.equal(same, differsIn.length === 0, `same is ${same}, but the URLs differ in ${differsIn.join(', ')}`)
  assert.deepEqual(urls, [first, second])
  assert.deepEqual(changes[0], (explain(a, policy) as Explanation).changes)
}

/** What a policy asks for that the platform's URL writes in another way. */
interface Departures {
  readonly keepsDots: boolean
  readonly spellsOtherwise: boolean
}

/** By the fields of all sections: which of them a URL lies in does not matter here. */
function listDepartures(spec: PolicySpec): Departures {
  const sites = Object.values(spec.sites ?? {})
  const sections = [spec, ...sites, ...sites.flatMap(({ paths }) => Object.values(paths ?? {}))]
  return {
    keepsDots: sections.some(({ dotSegments }) => dotSegments === false),
    spellsOtherwise: sections.some(({ rootSlash, port }) => rootSlash === 'strip' || port === 'add-default'),
  }
}

/** The result is a URL to the platform too, and means the same to it. */
function assertPlatformAgrees(policy: Policy, once: string, { keepsDots, spellsOtherwise }: Departures): void {
  const href = URL.parse(once)?.href
  if (href === once) return
  if (isExcused(once)) return
  assert.notEqual(href, undefined, `the platform refuses ${once}`)
  if (keepsDots) return
  assert.equal(tryNormalizeUrl(href as string, policy), once, `the platform spells ${once} as ${href}`)
  assert.ok(spellsOtherwise, `the platform spells ${once} as ${href}`)
}

function tryNormalizeUrl(url: string, policy: Policy): string | null {
  const outcome = tryNormalize(url, policy)
  return outcome.ok ? outcome.url : null
}

/** All promises on URLs, for `count` URLs under one policy. Returns how many of them are URLs. */
export function checkUrls(policy: Policy, count: number, random: Random): number {
  const departures = listDepartures(policy.spec)
  let accepted = 0
  let last: string | null = null
  for (let left = count; left > 0; left -= 1) {
    const url = chance(3, random) ? urlUnder(policy.spec, random) : nextUrl(random)
    try {
      const once = assertRests(policy, url)
      if (once === null) continue
      accepted += 1
      assertPlatformAgrees(policy, once, departures)
      if (chance(8, random)) assertComparison(policy, url, chance(2, random) ? once : (last ?? url))
      last = url
    } catch (error) {
      throw new Error(`${show(url)} under ${JSON.stringify(policy.spec)}: ${String(error)}`, { cause: error })
    }
  }
  return accepted
}

/** The fingerprint is that of the rules, however the spec is written down. */
function assertSameFingerprint(policy: Policy, spec: PolicySpec, random: Random): void {
  const rewritten = shuffled(JSON.parse(JSON.stringify(spec)), random) as PolicySpec
  assert.equal(definePolicy(rewritten).fingerprint, policy.fingerprint, 'the order of keys changes the fingerprint')
  const again = definePolicy(JSON.parse(JSON.stringify(policy.spec)) as PolicySpec)
  assert.equal(again.fingerprint, policy.fingerprint, 'the resolved spec has another fingerprint')
}

/** The same value with the keys of all objects in another order. */
function shuffled(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((each) => shuffled(each, random))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => ({
    key,
    each: shuffled(each, random),
    at: random(2 ** 20),
  }))
  return Object.fromEntries(entries.toSorted((a, b) => a.at - b.at).map(({ key, each }) => [key, each]))
}

const PIECES = ['/a', '/..', '/./', '//', '%41', '%', '/(S(x))', ';jsessionid=1', '/index.html', '/A-1', '\u00e9', '\\']
const PAIRS = ['&a=1', '&utm_source=1', '&', '&a', '&%61=%', '&id=1', '&abcde=2', '&sid=1', '=', '+', '/?']
const TIMES = 12
/** Sorting and the machine's own noise are allowed for; the square would be 64. */
const MAX_GROWTH = 30
const MIN_MS = 1

/** A URL eight times as long takes about eight times as long. */
function assertLinear(policy: Policy, random: Random): void {
  const piece = Array.from({ length: 1 + random(3) }, () => pick(chance(2, random) ? PIECES : PAIRS, random)).join('')
  const front = pick(['https://e.com/', 'https://e.com/?', 'https://www.e.com/docs/', 'http://e.com/#'], random)
  const write = (length: number): string => front + piece.repeat(Math.ceil(length / piece.length))
  const [short, long] = [write(8192), write(65_536)]
  const clean = createNormalizer(policy)
  // The best of some tries, since other programs share the machine.
  for (let tries = 3; tries > 0; tries -= 1) {
    const growth =
      bestTime(() => clean(long)) /
      Math.max(
        bestTime(() => clean(short)),
        MIN_MS,
      )
    if (growth < MAX_GROWTH) return
    assert.ok(
      tries > 1,
      `${growth} times as long for ${show(piece)} behind ${front} under ${JSON.stringify(policy.spec)}`,
    )
  }
}

function bestTime(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let left = TIMES; left > 0; left -= 1) {
    const start = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(start)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

/** How many URLs each random policy is tried on. */
export const URLS_EACH = 150
const LINEAR_ONE_IN = 200

/** Each case is a random policy: refused by a PolicyError, or true to every promise on `URLS_EACH` URLs. */
export async function fuzzPolicies(range: FuzzRange): Promise<Tally> {
  const tally = { accepted: 0, urls: 0, valid: 0 }
  const cases = await runCases(range, (seed) => {
    const [spec] = fc.sample(randomPolicy, { seed, numRuns: 1 }) as [PolicySpec]
    const random = createRandom(seed)
    const policy = tryDefine(spec)
    if (policy === null) return
    tally.accepted += 1
    assertSameFingerprint(policy, spec, random)
    tally.valid += checkUrls(policy, URLS_EACH, random)
    tally.urls += URLS_EACH
    if (chance(LINEAR_ONE_IN, random)) assertLinear(policy, random)
  })
  return { cases, ...tally }
}

/** Each case is a random URL under every built-in policy. */
export async function fuzzBuiltIns(range: FuzzRange): Promise<Tally> {
  const names = Object.keys(policies) as PolicyName[]
  let valid = 0
  const cases = await runCases(range, (seed) => {
    for (const name of names) valid += checkUrls(policies[name], 1, createRandom(seed))
  })
  return { cases, urls: cases * names.length, valid }
}

/** Null where `definePolicy` refuses the policy, which is its other way of keeping the promise. */
export function tryDefine(spec: PolicySpec): Policy | null {
  try {
    return definePolicy(spec)
  } catch (error) {
    if (error instanceof PolicyError) return null
    throw error
  }
}
