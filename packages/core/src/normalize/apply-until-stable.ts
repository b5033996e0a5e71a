import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { UNSAFE_SET } from '../url/percent.ts'
import { UrlParts } from '../url/url-parts.ts'
import { applyMeaning, applyRules, editPairs } from './apply-rules.ts'
import type { CompiledPolicy, Section } from './compile.ts'
import { cutQuery, cutPairs, type PairList } from './pair-list.ts'
import { parseUrl } from './parse.ts'
import { findHost, findPath, recognise, type Scan } from './recognise.ts'
import type { Recorder } from './recorder.ts'
import type { RuleIdentity } from './rule.ts'
import { EVERYTHING, TAIL_SIGNS, findSigns, PAIR } from './signs.ts'
import { findBefore } from '../url/find-before.ts'

// Without one instance that stays alive, V8 would drop the shape of UrlParts, and its compiled code, at every garbage
// collection.
const tail = new UrlParts('', '', '', '', '', '', '', '')

/** Edits a URL of which only the query, fragment or missing path shows signs. The text before them stays in one piece. */
function editTail(section: Section, text: string, scan: Scan, signs: number, pairs: PairList | null): string {
  const { query, end } = pairs !== null && pairs.isSigned ? section.meaningIfSigned : section.meaning
  const front = pairs === null ? text.slice(0, scan.fragment) : editPairs(query, pairs, section, null)
  if (scan.hasPath && scan.fragment === text.length) return front
  tail.scheme = front
  tail.path = ''
  tail.fragment = text.slice(scan.fragment)
  applyRules(end, tail, section, signs, null)
  return tail.join()
}

function splitRecognised(text: string, scan: Scan): UrlParts {
  const host = findHost(text)
  const path = findPath(text, scan)
  return new UrlParts(
    host === 8 ? 'https:' : 'http:',
    '//',
    '',
    text.slice(host, path),
    '',
    text.slice(path, scan.query),
    text.slice(scan.query, scan.fragment),
    text.slice(scan.fragment),
  )
}

/**
 * How often a URL may jump to another one, or move from one site section to another, before Canonist gives up.
 * Enough for redirectors inside redirectors; small enough for a loop to end soon.
 */
export const MAX_ROUNDS = 8

/** The result for a URL that keeps changing. */
export const UNSTABLE = ''

// One scan for all calls, which are synchronous, so that a URL that needs no work costs no allocation.
const scan: Scan = { hasPath: false, query: 0, fragment: 0 }

/**
 * Applies the policy until the URL no longer changes. Returns null if the text is not a URL or becomes too long for one.
 *
 * One pass is enough within a section. A jump, or a new host or path that moves the URL to another section, needs another
 * round, which parses the text again. A URL that never becomes stable keeps its plain spelling, so that normalizing twice
 * still gives the same URL.
 */
export function applyUntilStable(
  policy: CompiledPolicy,
  /** The section whose rules were applied to the text; if it is still in that section, it is stable. */
  from: Section | null,
  text: string,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
  round: number,
): string | null {
  if (recorder === null && recognise(text, scan)) return applyToRecognised(policy, from, text, idna, round)
  const url = parseUrl(text, idna, recorder)
  if (typeof url === 'string') return null
  const section = findSection(policy, url)
  if (section === from) return text
  if (round === MAX_ROUNDS) return UNSTABLE
  if (section.isSpared) recorder?.note('spared')
  applyRules(section.spelling, url, section, EVERYTHING, recorder)
  return finishRound(policy, section, url, null, EVERYTHING, idna, recorder, round)
}

/** The same for a recognised URL. Its spelling is fine, except that some policies escape more of the query. */
function applyToRecognised(
  policy: CompiledPolicy,
  from: Section | null,
  text: string,
  idna: DomainToAscii | null,
  round: number,
): string | null {
  const section = findSectionOfText(policy, text)
  if (section === from) return text
  if (round === MAX_ROUNDS) return UNSTABLE
  if (section.settings.query.unsafe === 'escape' && UNSAFE_SET.one.test(text.slice(scan.query, scan.fragment)))
    // With the space the recogniser refuses it, and the parser trims the space.
    return applyUntilStable(policy, from, ` ${text}`, idna, null, round)
  const signs = findSigns(text, scan, section.concerns)
  if ((signs & ~TAIL_SIGNS) !== 0)
    return finishRound(policy, section, splitRecognised(text, scan), text, signs, idna, null, round)
  const pairs = section.readsQuery && scan.query < scan.fragment ? findWorkInQuery(text, scan, section) : null
  const isDone = signs === 0 && (pairs === null || (pairs.signs & section.concerns) === 0)
  const edited = isDone ? text : editTail(section, text, scan, signs, pairs)
  // Host and path stay, and so does the section: only a rewrite can need another round.
  if (section.rewrite === null || (pairs !== null && pairs.isSigned)) return edited
  const target = section.rewrite.target(edited, findHost(edited), findPath(edited, scan))
  return target === null ? edited : (applyUntilStable(policy, null, target, idna, null, round + 1) ?? edited)
}

/** Applies the rules on meaning to a URL in parts, and starts another round if one is needed. */
function finishRound(
  policy: CompiledPolicy,
  section: Section,
  url: UrlParts,
  /** The text of a recognised URL. */
  recognised: string | null,
  signs: number,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
  round: number,
): string | null {
  const unwrapped = followJump(policy, section.unwrap, findUnwrapTarget(section, url), idna, recorder, round)
  if (unwrapped !== null) return unwrapped
  const { scheme, host, port, path, query, fragment } = url
  const isSigned = applyMeaning(section, url, signs, recorder)
  if (!policy.mayNeedMoreRounds) return url.join()
  const hasMoved = url.host !== host || url.path !== path
  const hasChanged =
    hasMoved || url.scheme !== scheme || url.port !== port || url.query !== query || url.fragment !== fragment
  const text = recognised === null || hasChanged ? url.join() : recognised
  const rewritten = isSigned
    ? null
    : followJump(policy, section.rewrite, findRewriteTarget(section, url, text), idna, recorder, round)
  if (rewritten !== null) return rewritten
  // As if this were the last round: it only matters whether there is a target.
  const isWrapped =
    followJump(policy, section.unwrap, findUnwrapTarget(section, url), idna, null, MAX_ROUNDS - 1) !== null
  if (!hasMoved && !isWrapped) return text
  return applyUntilStable(policy, isWrapped ? null : section, text, idna, recorder, round + 1)
}

/** Normalizes the target of a jump. Returns null if there is no target or it is not a URL. */
function followJump(
  policy: CompiledPolicy,
  jump: RuleIdentity | null,
  target: string | null,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
  round: number,
): string | null {
  if (jump === null || target === null) return null
  if (recorder !== null) {
    if (typeof parseUrl(target, idna, null) === 'string') return null
    recorder.record(jump, target)
  }
  return applyUntilStable(policy, null, target, idna, recorder, round + 1)
}

function findUnwrapTarget({ unwrap: jump, settings, judge }: Section, url: UrlParts): string | null {
  const isGuarded = settings.query.signed === 'guard'
  return jump === null || (isGuarded && url.query !== '' && cutQuery(url.query, judge).isSigned)
    ? null
    : jump.target(url)
}

function findRewriteTarget({ rewrite: jump }: Section, url: UrlParts, text: string): string | null {
  const host = url.scheme.length + url.slashes.length + url.userinfo.length
  return jump === null ? null : jump.target(text, host, host + url.host.length + url.port.length)
}

export function findSection({ sites, everywhere }: CompiledPolicy, { host, path, query }: UrlParts): Section {
  return sites?.find(host, path, query) ?? everywhere
}

function findSectionOfText({ sites, everywhere }: CompiledPolicy, text: string): Section {
  if (sites === null) return everywhere
  return sites.findRecognised(text, findHost(text), findPath(text, scan), scan.query, scan.fragment)
}

/** The pairs of a recognised URL's query, or null if a quick look shows that no rule would change them. */
function findWorkInQuery(text: string, { query, fragment }: Scan, section: Section): PairList | null {
  const start = query + 1
  return isCleanPair(text, start, fragment, section) ? null : cutPairs(text, start, fragment, section.judge)
}

/** Most queries are one pair, and only its name matters, so it is judged without cutting the query. */
function isCleanPair(text: string, start: number, end: number, { judge, concerns }: Section): boolean {
  if (start === end || (concerns & PAIR) !== 0 || findBefore('&', text, start, end) < end) return false
  return judge(text, start, findBefore('=', text, start, end)) === 0
}
