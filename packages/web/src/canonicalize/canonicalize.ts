import { createFunctionExchanger } from '../net/transport/function-exchanger.ts'
import { resolveTimeouts } from '../net/exchanger-options.ts'
import { LoopGuard } from '../net/loop-guard.ts'
import { untilAborted } from '../net/until-aborted.ts'
import { createFetcher, createFetcherOn, type Fetcher } from '../resolve/fetcher.ts'
import { listCandidates, CandidateOutcomes, rank } from './candidates.ts'
import { chooseSource, endTooLong, isOwn, MAX_STEPS, type Source, type Contender } from './choose-source.ts'
import { findDeclaration } from './declared.ts'
import type { Declaration } from './result.ts'
import type { CanonicalizeContext } from './context.ts'
import { createCredentialGuard } from './credential-guard.ts'
import { CANONICALIZE_ERRORS } from './errors.ts'
import { createFailure, createInvalidInput } from './failure.ts'
import { createRequester, type FailedRequest } from './requester.ts'
import { findKnown } from './known.ts'
import type { Landing } from './landing.ts'
import { resolveOptions, type CanonicalizeOptions, type KnownUrl, type ResolvedOptions } from './options.ts'
import { findLandingPlatforms, findUrlPlatforms, addPlatforms } from './platforms.ts'
import { createPresets } from './presets.ts'
import { lowersScheme } from './rank.ts'
import { readInput, type Input } from './read-input.ts'
import type { CanonicalizeResult } from './result.ts'
import { listRedirects } from './prove.ts'
import { testCandidates } from './test-candidates.ts'
import { Aliases, createVerdict, noteFailure, findReason, type CanonicalVerdict } from './verdict.ts'

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
  const settings = resolveOptions(options)
  const read = readInput(input)
  if (read === null) return createInvalidInput(input)
  const fetcher = openFetcher(settings)
  try {
    return await decide(createContext(input, read, settings, fetcher))
  } finally {
    if (fetcher !== settings.fetcher) await fetcher.close()
  }
}

/** The caller's transport, the caller's fetcher, or one for this call alone. */
function openFetcher<D>({ fetcher, fetchFn, dnsFn, timeouts }: ResolvedOptions<D>): Fetcher {
  if (fetchFn === undefined) return fetcher ?? createFetcher({ dnsFn, timeouts })
  return createFetcherOn(createFunctionExchanger({ fetchFn, dnsFn, timeouts }), resolveTimeouts(timeouts).total)
}

/** As long as all requests may take together: the input, the input over the other scheme, and the budget. A caller's fetcher may have to wait for hosts, for any time. */
function computeDeadline<D>({ fetcher, timeouts, maxRequests }: ResolvedOptions<D>): number {
  return fetcher === undefined ? resolveTimeouts(timeouts).total * (maxRequests + 2) : Number.POSITIVE_INFINITY
}

function createContext<D>(
  inputUrl: string,
  input: Input,
  settings: ResolvedOptions<D>,
  fetcher: Fetcher,
): CanonicalizeContext<D> {
  const loops = new LoopGuard({ signal: settings.signal, totalMs: computeDeadline(settings) })
  const guard = createCredentialGuard(input)
  const guards = { loops, credentials: guard }
  const requester = createRequester(fetcher, settings, input, guards, () => performance.now())
  const commonPresets = createPresets(settings)
  const presets = addPlatforms(commonPresets, findUrlPlatforms(input.url))
  if (input.credentials !== null) requester.warn('requires_auth')
  return {
    inputUrl,
    input,
    settings,
    requester,
    guard,
    presets,
    commonPresets,
    outcomes: new CandidateOutcomes(),
    aliases: new Aliases(),
    chain: { stepsLeft: MAX_STEPS },
  }
}

async function decide<D>(decision: CanonicalizeContext<D>): Promise<CanonicalizeResult<D>> {
  const { signal } = decision.settings
  try {
    signal?.throwIfAborted()
    // A function of the caller's may never return.
    return await untilAborted(runPhases(decision), signal)
  } catch (error) {
    if (signal?.aborted === true) return createFailure(decision, ABORTED)
    throw error
  }
}

async function runPhases<D>(decision: CanonicalizeContext<D>): Promise<CanonicalizeResult<D>> {
  const { settings, input } = decision
  const early = settings.checkBeforeFetch ? await findKnown(decision, [input.url], null) : null
  if (early !== null) return concludeFromDatabase(decision, early, null, null)
  const response = await fetchFirst(decision)
  if (!response.ok) return createFailure(decision, response)
  const problem = checkExpectation(decision, response)
  if (problem !== null) return problem
  return decideAfterResponse(addLandingPlatforms(decision, response), response)
}

const ABORTED = { code: 'aborted', message: 'The caller asked to stop.' } as const

/** Requests the input. If the server does not respond and the scheme was a guess or plain http, tries the other scheme once. */
async function fetchFirst({ requester, input }: CanonicalizeContext): Promise<Landing | FailedRequest> {
  const first = await requester.requestFirst(input.url, 'initial')
  const { protocol, port } = new URL(input.url)
  if (first.ok || !first.isConnectionFailure || port !== '') return first
  if (!input.isGuessed && protocol === 'https:') return first
  const other = protocol === 'https:' ? input.url.replace('https:', 'http:') : input.url.replace('http:', 'https:')
  const second = await requester.requestFirst(other, 'alternate_scheme')
  return second.ok || !second.isConnectionFailure ? second : first
}

function checkExpectation<D>(decision: CanonicalizeContext<D>, response: Landing): CanonicalizeResult<D> | null {
  const { expect } = decision.settings
  const { requester, aliases } = decision
  if (response.isTemporary) requester.warn('temporary_redirect')
  if (response.isCut) requester.warn('body_cut')
  if (response.isLogin) requester.warn('redirect_to_login')
  aliases.add(
    listRedirects(response).filter((url) => url !== response.url),
    'redirect',
  )
  const { kind } = response.content.document()
  if (expect === 'page' && kind !== 'page') requester.warn('not_a_page')
  return expect === 'feed' && kind !== 'feed' ? createFailure(decision, NOT_A_FEED) : null
}

const NOT_A_FEED = { code: 'not_a_feed', message: CANONICALIZE_ERRORS.not_a_feed.says } as const

/** The context with the platforms of a response. Those of the input do not count: it may have redirected elsewhere. */
function addLandingPlatforms<D>(decision: CanonicalizeContext<D>, landing: Landing): CanonicalizeContext<D> {
  return { ...decision, presets: addPlatforms(decision.commonPresets, findLandingPlatforms(landing)) }
}

/** Everything after the first response: look it up, follow its declaration, prove the candidates. */
async function decideAfterResponse<D>(
  decision: CanonicalizeContext<D>,
  response: Landing,
): Promise<CanonicalizeResult<D>> {
  const { settings, input, presets } = decision
  const { content } = response
  const declared = response.isLogin ? null : findDeclaration(response, decision)
  const isForeign = declared !== null && !isOwn(decision, response, declared)

  const own = [response.url, input.url, ...(declared === null || isForeign ? [] : [declared.url])]
  const known = await findKnown(decision, own, content)
  if (known !== null) return concludeFromDatabase(decision, known, response, declared)
  // A document can declare any URL, also one in the database: it must be proved first.
  const claimed = isForeign ? await findKnown(decision, [declared.url], content) : null

  const start = { verdict: createVerdict(rank(response.url, 'response', presets)), landing: response }
  // A login says nothing about the document.
  if (response.isLogin) return conclude(decision, noteFailure(start.verdict), response, null)
  const source = await chooseSource(decision, start, declared)
  if (claimed !== null && source.verdict.source !== 'response') {
    return concludeFromDatabase(decision, claimed, response, declared)
  }
  const { verdict } = await improve(decision, start, source)
  settings.signal?.throwIfAborted()
  decision.outcomes.consider([start.verdict.best], 'verified')
  return conclude(decision, keepScheme(decision, response, verdict), response, declared)
}

/**
 * Tests the variants of the source. The winner is then judged as if it had been the input, by its own platforms and
 * its own declaration, until it stays as it is: so canonicalizing a result gives that result.
 */
async function improve(decision: CanonicalizeContext, start: Contender, first: Source): Promise<Contender> {
  const [passed, settled] = [new Set([start.verdict.best.url]), new Set<string>()]
  let [judge, source] = [decision, first]
  for (let rounds = 1; ; rounds += 1) {
    const { content } = source.landing
    const mayReplace = (url: string): boolean => judge.guard.mayReplace(url, content)
    const candidates = listCandidates(source.verdict.best.url, source.claims, judge.presets, mayReplace)
    const here = await testCandidates(judge, source, candidates, settled)
    const { url } = here.verdict.best
    if (passed.has(url)) return here
    if (rounds === MAX_STEPS) return endTooLong(decision, here)
    passed.add(url)
    judge = addLandingPlatforms(decision, here.landing)
    const ranked = rank(url, here.verdict.best.origin, judge.presets, here.verdict.best)
    const next = { ...here, verdict: { ...here.verdict, best: ranked } }
    source = await chooseSource(judge, next, findDeclaration(here.landing, judge))
  }
}

/** Never replaces an https URL by an http one, unless the server itself redirects there. */
function keepScheme({ presets }: CanonicalizeContext, response: Landing, verdict: CanonicalVerdict): CanonicalVerdict {
  if (!lowersScheme(response.url, verdict.best.url)) return verdict
  return noteFailure(createVerdict(rank(response.url, 'response', presets)))
}

function conclude<D>(
  { inputUrl, input, requester, guard, aliases, outcomes }: CanonicalizeContext<D>,
  verdict: CanonicalVerdict,
  response: Landing,
  declared: Declaration | null,
): CanonicalizeResult<D> {
  const { url, preset } = verdict.best
  const isPrivate = (each: string): boolean => guard.isPrivate(each, response.content)
  const evidence = aliases.report(url, isPrivate)
  return {
    ok: true,
    url,
    private: isPrivate(url),
    reason: findReason(verdict),
    kind: response.content.document().kind,
    source: url === input.url && url !== response.url ? 'input' : verdict.source,
    preset: url === input.url || url === response.url ? null : preset,
    responseUrl: response.url,
    declaredUrl: declared?.url ?? null,
    aliases: evidence.map((alias) => alias.url),
    evidence,
    candidates: outcomes.report(url),
    inputUrl,
    ...requester.report(),
  }
}

function concludeFromDatabase<D>(
  { inputUrl, input, requester, guard, aliases, outcomes }: CanonicalizeContext<D>,
  known: KnownUrl<D>,
  response: Landing | null,
  declared: Declaration | null,
): CanonicalizeResult<D> {
  aliases.add([input.url, ...(response === null ? [] : [response.url])], 'database')
  const isPrivate = (each: string): boolean => guard.isPrivate(each, response?.content ?? null)
  const evidence = aliases.report(known.url, isPrivate)
  return {
    ok: true,
    url: known.url,
    private: isPrivate(known.url),
    reason: 'exists_in_db',
    kind: response?.content.document().kind ?? null,
    source: 'db',
    preset: null,
    responseUrl: response?.url ?? null,
    declaredUrl: declared?.url ?? null,
    aliases: evidence.map(({ url }) => url),
    evidence,
    candidates: outcomes.report(known.url),
    ...('data' in known ? { data: known.data } : {}),
    inputUrl,
    ...requester.report(),
  }
}
