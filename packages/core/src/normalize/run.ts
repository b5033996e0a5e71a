import type { UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { UrlParts } from '../url/url-parts.ts'
import { applyMeaning, applyRules, editPairs } from './apply-rules.ts'
import type { CompiledPolicy, Section } from './compile.ts'
import { pairsOf, type PairList } from './pair-list.ts'
import { parseUrl } from './parse.ts'
import { findWorkInQuery } from './query-work.ts'
import { findHost, findPath, recognise, type Scan } from './recognise.ts'
import type { Recorder } from './recorder.ts'
import type { Jump } from './rule.ts'
import { keepPlain } from './rules/keep-plain.ts'
import { EVERYTHING, TAIL_SIGNS, findSigns } from './signs.ts'

/**
 * How often a URL may be led on to another one, or from one site section to another, before it is given up.
 * Enough for redirectors inside redirectors; small enough for a loop to end soon.
 */
export const MOST_ROUNDS = 8

// One for all calls, since none of them waits: a URL that needs no work costs no allocation. Without an instance that
// lives on, the engine would forget the shape of UrlParts, and its compiled code, at every garbage collection.
const scan: Scan = { hasPath: false, query: 0, fragment: 0 }
const tail = new UrlParts('', '', '', '', '', '', '', '')

/** What a URL comes to that is led on and on. */
const NEVER_RESTS = ''

/** The normalized URL, or null where the input is no http(s) URL, or no text at all; `findError` tells why. */
export function run(policy: CompiledPolicy, input: unknown, idna: DomainToAscii | null): string | null {
  if (typeof input !== 'string') return null
  const url = lead(policy, input, idna, null, 0)
  return url === NEVER_RESTS ? spellPlainly(policy, input, idna) : url
}

/** Reads a text from the start and applies the policy until it rests; null where it is no URL. */
function lead(
  policy: CompiledPolicy,
  text: string,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
  round: number,
): string | null {
  if (recorder === null && recognise(text, scan)) return runRecognised(policy, text, idna, round)
  const url = parseUrl(text, idna, recorder)
  return typeof url === 'string' ? null : finish(policy, url, null, EVERYTHING, idna, recorder, round)
}

function runRecognised(policy: CompiledPolicy, text: string, idna: DomainToAscii | null, round: number): string {
  if (round === MOST_ROUNDS) return NEVER_RESTS
  const section = sectionOfText(policy, text)
  const signs = findSigns(text, scan, section.concerns)
  if ((signs & ~TAIL_SIGNS) !== 0 || (section.rewrite !== null && !scan.hasPath))
    return finish(policy, takeApart(text), section, signs, idna, null, round)
  const pairs = section.readsQuery && scan.query < scan.fragment ? findWorkInQuery(text, scan, section) : null
  const isDone = signs === 0 && (pairs === null || (pairs.signs & section.concerns) === 0)
  const edited = isDone ? text : editTail(section, text, signs, pairs)
  // Host and path stay, and with them the section: only a rewrite could lead on.
  if (section.rewrite === null || (pairs !== null && pairs.isSigned)) return edited
  const target = section.rewrite.targetOfText(edited, findHost(edited), findPath(edited, scan))
  return target === null ? edited : (lead(policy, target, idna, null, round + 1) ?? edited)
}

/** Where only the tail shows signs, nobody reads what stands before it: it stays in one piece. */
function editTail(section: Section, text: string, signs: number, pairs: PairList | null): string {
  const { query, end } = pairs !== null && pairs.isSigned ? section.meaningIfSigned : section.meaning
  const front = pairs === null ? text.slice(0, scan.fragment) : editPairs(query, pairs, section, null)
  if (scan.hasPath && scan.fragment === text.length) return front
  tail.scheme = front
  tail.path = ''
  tail.fragment = text.slice(scan.fragment)
  applyRules(end, tail, section, signs, null)
  return tail.join()
}

/** The same rules with somebody watching. */
export function runRecorded(
  policy: CompiledPolicy,
  input: string,
  idna: DomainToAscii | null,
  recorder: Recorder,
): { url: string; fragment: string } | UrlErrorCode {
  const url = parseUrl(input, idna, recorder)
  if (typeof url === 'string') return url
  const { fragment } = url
  const rested = finish(policy, url, null, EVERYTHING, idna, recorder, 0)
  if (rested !== NEVER_RESTS) return { url: rested, fragment }
  const plain = spellPlainly(policy, input, idna)
  recorder.note('circles')
  recorder.record(keepPlain, plain)
  return { url: plain, fragment }
}

export function findError(input: string, idna: DomainToAscii | null): UrlErrorCode | null {
  const url = parseUrl(input, idna, null)
  return typeof url === 'string' ? url : null
}

/** Whether the policy leads the URL in circles. */
export function circles(policy: CompiledPolicy, input: string, idna: DomainToAscii | null): boolean {
  return lead(policy, input, idna, null, 0) === NEVER_RESTS
}

function sectionOfText({ sites, everywhere }: CompiledPolicy, text: string): Section {
  if (sites === null) return everywhere
  const path = findPath(text, scan)
  return sites.find(text.slice(findHost(text), path), text.slice(path, scan.query), true) ?? everywhere
}

function takeApart(text: string): UrlParts {
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
 * Applies the policy until the URL rests. One pass is enough within a section; a jump, or a host or path that moves the
 * URL to another section, asks for another. A URL that never rests keeps its plain spelling, so that the same URL comes
 * out however often it is normalized.
 */
function finish(
  policy: CompiledPolicy,
  url: UrlParts,
  /** That of a recognised URL, on whose spelling there is nothing to do. */
  known: Section | null,
  signs: number,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
  round: number,
): string {
  if (round === MOST_ROUNDS) return NEVER_RESTS
  const section = known ?? spell(policy, url, signs, recorder)
  const unwrapped = follow(policy, section.unwrap, url, section, idna, recorder, round)
  if (unwrapped !== null) return unwrapped
  const { host, path } = url
  applyMeaning(section, url, signs, recorder)
  const rewritten = follow(policy, section.rewrite, url, section, idna, recorder, round)
  if (rewritten !== null) return rewritten
  const text = url.join()
  const stays = (url.host === host && url.path === path) || sectionOf(policy, url) === section
  // As if this were the last round: all that counts is whether it leads anywhere.
  if (stays && follow(policy, section.unwrap, url, section, idna, null, MOST_ROUNDS - 1) === null) return text
  return lead(policy, text, idna, recorder, round + 1) as string
}

/** What the safe rules make of a URL: the same again when it comes back, and then it circles just as before. */
function spellPlainly(policy: CompiledPolicy, input: string, idna: DomainToAscii | null): string {
  const url = parseUrl(input, idna, null) as UrlParts
  const section = spell(policy, url, EVERYTHING, null)
  const { place, end } = section.meaning
  const safe = [...place, ...end].filter(({ tier }) => tier === 'safe')
  applyRules(safe, url, section, EVERYTHING, null)
  return url.join()
}

function spell(policy: CompiledPolicy, url: UrlParts, signs: number, recorder: Recorder | null): Section {
  const section = sectionOf(policy, url)
  applyRules(section.spelling, url, section, signs, recorder)
  return section
}

/** What comes of the URL that a jump leads to, if it leads anywhere; what is no URL leads nowhere. */
function follow(
  policy: CompiledPolicy,
  rule: Jump | null,
  url: UrlParts,
  section: Section,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
  round: number,
): string | null {
  const target = rule === null ? null : rule.target(url)
  if (rule === null || target === null || isGuarded(url, section)) return null
  if (recorder !== null) {
    if (findError(target, idna) !== null) return null
    recorder.record(rule, target)
  }
  return lead(policy, target, idna, recorder, round + 1)
}

function isGuarded({ query }: UrlParts, { settings, judge }: Section): boolean {
  return settings.query.signed === 'guard' && query !== '' && pairsOf(query, judge).isSigned
}

function sectionOf({ sites, everywhere }: CompiledPolicy, { host, path }: UrlParts): Section {
  return sites?.find(host, path, false) ?? everywhere
}
