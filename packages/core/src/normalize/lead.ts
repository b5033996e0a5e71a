import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { UNSAFE_SET } from '../url/percent.ts'
import type { UrlParts } from '../url/url-parts.ts'
import { applyMeaning, applyRules } from './apply-rules.ts'
import type { CompiledPolicy, Section } from './compile.ts'
import { pairsOf } from './pair-list.ts'
import { parseUrl } from './parse.ts'
import { findWorkInQuery } from './query-work.ts'
import { findHost, findPath, recognise, type Scan } from './recognise.ts'
import { editTail, takeApart } from './recognised.ts'
import type { Recorder } from './recorder.ts'
import type { RuleIdentity } from './rule.ts'
import { EVERYTHING, TAIL_SIGNS, findSigns } from './signs.ts'

/**
 * How often a URL may be led on to another one, or from one site section to another, before it is given up.
 * Enough for redirectors inside redirectors; small enough for a loop to end soon.
 */
export const MOST_ROUNDS = 8

/** What a URL comes to that is led on and on. */
export const NEVER_RESTS = ''

// One for all calls, since none of them waits: a URL that needs no work costs no allocation.
const scan: Scan = { hasPath: false, query: 0, fragment: 0 }

/**
 * Applies the policy until the URL rests; null where the text is not a URL, or becomes too long for one. One pass is enough within a section; a jump, or
 * a host or path that moves the URL to another section, asks for another round, which begins with a text again. A URL
 * that never rests keeps its plain spelling, so that the same URL comes out however often it is normalized.
 */
export function lead(
  policy: CompiledPolicy,
  /** The section whose rules the text has gone through: there it rests. */
  from: Section | null,
  text: string,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
  round: number,
): string | null {
  if (recorder === null && recognise(text, scan)) return leadRecognised(policy, from, text, idna, round)
  const url = parseUrl(text, idna, recorder)
  if (typeof url === 'string') return null
  const section = sectionOf(policy, url)
  if (section === from) return text
  if (round === MOST_ROUNDS) return NEVER_RESTS
  if (section.isSpared) recorder?.note('spared')
  applyRules(section.spelling, url, section, EVERYTHING, recorder)
  return finish(policy, section, url, null, EVERYTHING, idna, recorder, round)
}

/** The same for a recognised URL, on whose spelling there is nothing to do but for a query that some policies escape further. */
function leadRecognised(
  policy: CompiledPolicy,
  from: Section | null,
  text: string,
  idna: DomainToAscii | null,
  round: number,
): string | null {
  const section = sectionOfText(policy, text)
  if (section === from) return text
  if (round === MOST_ROUNDS) return NEVER_RESTS
  if (section.settings.query.unsafe === 'escape' && UNSAFE_SET.one.test(text.slice(scan.query, scan.fragment)))
    // The space keeps the recogniser out, and the parser takes it away.
    return lead(policy, from, ` ${text}`, idna, null, round)
  const signs = findSigns(text, scan, section.concerns)
  if ((signs & ~TAIL_SIGNS) !== 0) return finish(policy, section, takeApart(text, scan), text, signs, idna, null, round)
  const pairs = section.readsQuery && scan.query < scan.fragment ? findWorkInQuery(text, scan, section) : null
  const isDone = signs === 0 && (pairs === null || (pairs.signs & section.concerns) === 0)
  const edited = isDone ? text : editTail(section, text, scan, signs, pairs)
  // Host and path stay, and with them the section: only a rewrite could lead on.
  if (section.rewrite === null || (pairs !== null && pairs.isSigned)) return edited
  const target = section.rewrite.target(edited, findHost(edited), findPath(edited, scan))
  return target === null ? edited : (lead(policy, null, target, idna, null, round + 1) ?? edited)
}

/** The pass of a URL in parts, and the rounds that it asks for. */
function finish(
  policy: CompiledPolicy,
  section: Section,
  url: UrlParts,
  /** What a recognised URL was taken from. */
  recognised: string | null,
  signs: number,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
  round: number,
): string | null {
  const unwrapped = follow(policy, section.unwrap, unwrap(section, url), idna, recorder, round)
  if (unwrapped !== null) return unwrapped
  const { scheme, host, port, path, query, fragment } = url
  const isSigned = applyMeaning(section, url, signs, recorder)
  if (!policy.mayCircle) return url.join()
  const hasMoved = url.host !== host || url.path !== path
  const hasChanged =
    hasMoved || url.scheme !== scheme || url.port !== port || url.query !== query || url.fragment !== fragment
  const text = recognised === null || hasChanged ? url.join() : recognised
  const rewritten = isSigned
    ? null
    : follow(policy, section.rewrite, rewrite(section, url, text), idna, recorder, round)
  if (rewritten !== null) return rewritten
  // As if this were the last round: all that counts is whether it leads anywhere.
  const isWrapped = follow(policy, section.unwrap, unwrap(section, url), idna, null, MOST_ROUNDS - 1) !== null
  if (!hasMoved && !isWrapped) return text
  return lead(policy, isWrapped ? null : section, text, idna, recorder, round + 1)
}

/** What comes of the URL that a jump leads to, if it leads anywhere; what is no URL leads nowhere. */
function follow(
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
  return lead(policy, null, target, idna, recorder, round + 1)
}

function unwrap({ unwrap: jump, settings, judge }: Section, url: UrlParts): string | null {
  const isGuarded = settings.query.signed === 'guard'
  return jump === null || (isGuarded && url.query !== '' && pairsOf(url.query, judge).isSigned)
    ? null
    : jump.target(url)
}

function rewrite({ rewrite: jump }: Section, url: UrlParts, text: string): string | null {
  const host = url.scheme.length + url.slashes.length + url.userinfo.length
  return jump === null ? null : jump.target(text, host, host + url.host.length + url.port.length)
}

export function sectionOf({ sites, everywhere }: CompiledPolicy, { host, path, query }: UrlParts): Section {
  return sites?.find(host, path, query, false) ?? everywhere
}

function sectionOfText({ sites, everywhere }: CompiledPolicy, text: string): Section {
  if (sites === null) return everywhere
  const path = findPath(text, scan)
  const query = text.slice(scan.query, scan.fragment)
  return sites.find(text.slice(findHost(text), path), text.slice(path, scan.query), query, true)
}
