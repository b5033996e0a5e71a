import { exchangerFromFunctions } from '../net/transport/own-transport.ts'
import { resolveTimeouts } from '../net/exchanger-options.ts'
import { createFetcher, fetcherOn, type Fetcher } from '../resolve/fetcher.ts'
import { candidatesFor, Fates, rank } from './candidates.ts'
import { chooseSource, isOwn, type Source, type Standing } from './choose-source.ts'
import { findDeclaration } from './declared.ts'
import type { Declaration } from './result.ts'
import type { Decision } from './decision.ts'
import { CANONICALIZE_ERRORS } from './errors.ts'
import { failureOf, invalidInput } from './failure.ts'
import { createInquiry, type FailedRequest } from './inquiry.ts'
import { findKnown } from './known.ts'
import type { Landing } from './landing.ts'
import { settleOptions, type CanonicalizeOptions, type Known, type Settled } from './options.ts'
import { platformsOfLanding, platformsOfUrl, withPlatforms } from './platforms.ts'
import { createPresets } from './presets.ts'
import { lowersScheme } from './rank.ts'
import { readInput, type Input } from './read-input.ts'
import type { CanonicalizeResult } from './result.ts'
import { testCandidates } from './test-candidates.ts'
import { Aliases, beginWith, noteFailure, reasonOf, type Verdict } from './verdict.ts'

/**
 * Finds the cleanest URL that provably serves the same feed or page, in few requests.
 *
 * @example
 * const result = await canonicalize('http://www.example.com/feed/?utm_source=x')
 * if (result.ok) console.log(result.url, result.reason)
 */
export async function canonicalize<D = unknown>(
  input: string,
  options: CanonicalizeOptions<D> = {},
): Promise<CanonicalizeResult<D>> {
  const settings = settleOptions(options)
  const read = readInput(input)
  if (read === null) return invalidInput(input)
  const fetcher = openFetcher(settings)
  try {
    return await decide(begin(input, read, settings, fetcher))
  } finally {
    if (fetcher !== settings.fetcher) await fetcher.close()
  }
}

/** The caller's transport, the caller's fetcher, or one for this call alone. */
function openFetcher<D>({ fetcher, fetchFn, dnsFn, timeouts }: Settled<D>): Fetcher {
  if (fetchFn === undefined) return fetcher ?? createFetcher({ dnsFn, timeouts })
  return fetcherOn(exchangerFromFunctions({ fetchFn, dnsFn, timeouts }), resolveTimeouts(timeouts).total)
}

function begin<D>(inputUrl: string, input: Input, settings: Settled<D>, fetcher: Fetcher): Decision<D> {
  const inquiry = createInquiry(fetcher, settings, input, () => performance.now())
  const commonPresets = createPresets(settings)
  const presets = withPlatforms(commonPresets, platformsOfUrl(input.url))
  if (input.credentials !== null) inquiry.warn('requires_auth')
  return { inputUrl, input, settings, inquiry, presets, commonPresets, fates: new Fates(), aliases: new Aliases() }
}

async function decide<D>(decision: Decision<D>): Promise<CanonicalizeResult<D>> {
  const { settings, input } = decision
  const { signal } = settings
  try {
    signal?.throwIfAborted()
    const early = settings.checkBeforeFetch ? await findKnown(decision, [input.url]) : null
    if (early !== null) return fromDatabase(decision, early, null, null)
    const response = await fetchFirst(decision)
    if (!response.ok) return failureOf(decision, response)
    const problem = meetExpectation(decision, response)
    if (problem !== null) return problem
    return await weigh(judging(decision, response), response)
  } catch (error) {
    if (signal?.aborted === true) return failureOf(decision, ABORTED)
    throw error
  }
}

const ABORTED = { code: 'aborted', message: 'The caller asked to stop.' } as const

/** The input as it is; where nothing answers and the scheme was a guess or plain http, the other scheme once. */
async function fetchFirst({ inquiry, input }: Decision): Promise<Landing | FailedRequest> {
  const first = await inquiry.askFirst(input.url, 'initial')
  const { protocol, port } = new URL(input.url)
  if (first.ok || !first.isConnectionFailure || port !== '') return first
  if (!input.isGuessed && protocol === 'https:') return first
  const other = protocol === 'https:' ? input.url.replace('https:', 'http:') : input.url.replace('http:', 'https:')
  const second = await inquiry.askFirst(other, 'alternate_scheme')
  return second.ok || !second.isConnectionFailure ? second : first
}

function meetExpectation<D>(decision: Decision<D>, response: Landing): CanonicalizeResult<D> | null {
  const { expect } = decision.settings
  const { inquiry, aliases } = decision
  if (response.isTemporary) inquiry.warn('temporary_redirect')
  if (response.isCut) inquiry.warn('body_cut')
  aliases.add(
    response.via.filter((url) => url !== response.url),
    'redirect',
  )
  const { kind } = response.content.document()
  if (expect === 'page' && kind !== 'page') inquiry.warn('not_a_page')
  return expect === 'feed' && kind !== 'feed' ? failureOf(decision, NOT_A_FEED) : null
}

const NOT_A_FEED = { code: 'not_a_feed', message: CANONICALIZE_ERRORS.not_a_feed.says } as const

/** The decision with the platforms of an answer. Those of the input do not count: it may have redirected elsewhere. */
function judging<D>(decision: Decision<D>, landing: Landing): Decision<D> {
  return { ...decision, presets: withPlatforms(decision.commonPresets, platformsOfLanding(landing)) }
}

/** Everything after the first answer: what is known, what is declared, what can be proved. */
async function weigh<D>(decision: Decision<D>, response: Landing): Promise<CanonicalizeResult<D>> {
  const { settings, input, presets } = decision
  const declared = findDeclaration(response, decision)
  const isForeign = declared !== null && !isOwn(decision, response, declared)

  const own = [response.url, input.url, ...(declared === null || isForeign ? [] : [declared.url])]
  const known = await findKnown(decision, own)
  if (known !== null) return fromDatabase(decision, known, response, declared)
  // Whoever serves a document can declare any URL, also one that is in the database: it must be proved first.
  const claimed = isForeign ? await findKnown(decision, [declared.url]) : null

  const start = { verdict: beginWith(rank(response.url, 'response', presets)), landing: response }
  const source = await chooseSource(decision, start, declared)
  if (claimed !== null && source.verdict.source !== 'response') {
    return fromDatabase(decision, claimed, response, declared)
  }
  const { verdict } = await improve(decision, start, source)
  settings.signal?.throwIfAborted()
  decision.fates.consider([start.verdict.best], 'verified')
  return conclude(decision, keepScheme(decision, response, verdict), response, declared)
}

/**
 * Tests the variants of the source. Whatever wins is then judged as if it had been the input, by its own platforms and
 * its own declaration, until it stays as it is: so canonicalizing a result gives that result.
 */
async function improve(decision: Decision, start: Standing, first: Source): Promise<Standing> {
  const [passed, settled] = [new Set([start.verdict.best.url]), new Set<string>()]
  let [judge, source] = [decision, first]
  for (;;) {
    const candidates = candidatesFor(source.verdict.best.url, source.claims, judge.presets)
    const here = await testCandidates(judge, source, candidates, settled)
    const { url } = here.verdict.best
    if (passed.has(url)) return here
    passed.add(url)
    judge = judging(decision, here.landing)
    const ranked = rank(url, here.verdict.best.origin, judge.presets, here.verdict.best)
    const next = { ...here, verdict: { ...here.verdict, best: ranked } }
    source = await chooseSource(judge, next, findDeclaration(here.landing, judge))
  }
}

/** What was reached over https is never answered by an http URL, unless the server itself leads there. */
function keepScheme({ presets }: Decision, response: Landing, verdict: Verdict): Verdict {
  if (!lowersScheme(response.url, verdict.best.url)) return verdict
  return noteFailure(beginWith(rank(response.url, 'response', presets)))
}

function conclude<D>(
  { inputUrl, input, inquiry, aliases, fates }: Decision<D>,
  verdict: Verdict,
  response: Landing,
  declared: Declaration | null,
): CanonicalizeResult<D> {
  const { url, preset } = verdict.best
  const evidence = aliases.report(url)
  return {
    ok: true,
    url,
    reason: reasonOf(verdict),
    kind: response.content.document().kind,
    source: url === input.url && url !== response.url ? 'input' : verdict.source,
    preset: url === input.url || url === response.url ? null : preset,
    responseUrl: response.url,
    declaredUrl: declared?.url ?? null,
    aliases: evidence.map((alias) => alias.url),
    evidence,
    candidates: fates.report(url),
    inputUrl,
    ...inquiry.report(),
  }
}

function fromDatabase<D>(
  { inputUrl, input, inquiry, aliases, fates }: Decision<D>,
  known: Known<D>,
  response: Landing | null,
  declared: Declaration | null,
): CanonicalizeResult<D> {
  aliases.add([input.url, ...(response === null ? [] : [response.url])], 'database')
  const evidence = aliases.report(known.url)
  return {
    ok: true,
    url: known.url,
    reason: 'exists_in_db',
    kind: response?.content.document().kind ?? null,
    source: 'db',
    preset: null,
    responseUrl: response?.url ?? null,
    declaredUrl: declared?.url ?? null,
    aliases: evidence.map(({ url }) => url),
    evidence,
    candidates: fates.report(known.url),
    ...('data' in known ? { data: known.data } : {}),
    inputUrl,
    ...inquiry.report(),
  }
}
