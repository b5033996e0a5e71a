import type { UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { UrlParts } from '../url/url-parts.ts'
import { applyMeaning, applyRules, editPairs } from './apply-rules.ts'
import { findSection, findSite, type CompiledPolicy, type Section } from './compile.ts'
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

/** The normalized URL, or null where the input is no http(s) URL, or no text at all; `findError` tells why. */
export function run(policy: CompiledPolicy, input: unknown, idna: DomainToAscii | null): string | null {
  if (typeof input !== 'string') return null
  if (recognise(input, scan)) {
    const section = policy.sites === null ? policy.everywhere : findScannedSection(policy, input)
    return runRecognised(policy, section, input, idna)
  }
  const url = parseUrl(input, idna, null)
  return typeof url === 'string' ? null : finish(policy, url, EVERYTHING, idna, null)
}

function runRecognised(policy: CompiledPolicy, section: Section, text: string, idna: DomainToAscii | null): string {
  const signs = findSigns(text, scan, section.concerns)
  if ((signs & ~TAIL_SIGNS) !== 0 || section.rewrite?.mayLead?.(text, findHost(text), findPath(text, scan)))
    return finish(policy, takeApart(text), signs, idna, null, section)
  const pairs = section.readsQuery && scan.query < scan.fragment ? findWorkInQuery(text, scan, section) : null
  if (signs === 0 && (pairs === null || (pairs.signs & section.concerns) === 0)) return text
  // Host and path stay, and with them the section: only a jump could lead on from another query.
  return section.unwrap || section.rewrite
    ? finish(policy, takeApart(text), signs, idna, null, section)
    : editTail(section, text, signs, pairs)
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
  return { url: finish(policy, url, EVERYTHING, idna, recorder), fragment }
}

export function findError(input: string, idna: DomainToAscii | null): UrlErrorCode | null {
  const url = parseUrl(input, idna, null)
  return typeof url === 'string' ? url : null
}

/** Whether the policy leads the URL in circles. */
export function circles(policy: CompiledPolicy, input: string, idna: DomainToAscii | null): boolean {
  let circled = false
  const recorder: Recorder = { record: (rule) => void (circled ||= rule === keepPlain), note: () => undefined }
  runRecorded(policy, input, idna, recorder)
  return circled
}

function findScannedSection(policy: CompiledPolicy, text: string): Section {
  const path = findPath(text, scan)
  const site = findSite(policy, text.slice(findHost(text), path))
  return site === null ? policy.everywhere : findSection(site, text.slice(path, scan.query), true)
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
  parsed: UrlParts,
  signs: number,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
  /** That of a recognised URL, on whose spelling there is nothing to do. */
  known: Section | null = null,
): string {
  if (!policy.mayCircle) {
    applyRules(policy.everywhere.spelling, parsed, policy.everywhere, signs, recorder)
    applyMeaning(policy.everywhere, parsed, signs, recorder)
    return parsed.join()
  }
  const plain = parsed.join()
  let url = parsed
  for (let round = 0, shown = signs; round < MOST_ROUNDS; round++, shown = recorder ? EVERYTHING : signsOf(url)) {
    const section: Section = round === 0 && known !== null ? known : spell(policy, url, shown, recorder)
    const next = follow(section.unwrap, url, section, idna, recorder)
    if (next !== null) {
      url = next
      continue
    }
    const { host, path } = url
    applyMeaning(section, url, shown, recorder)
    const rewritten = follow(section.rewrite, url, section, idna, recorder)
    if (rewritten !== null) url = rewritten
    else if ((url.host === host && url.path === path) || sectionOf(policy, url) === section) {
      if (follow(section.unwrap, url, section, idna, null) === null) return url.join()
    }
  }
  const safe = spellPlainly(policy, parseUrl(plain, idna, null) as UrlParts)
  recorder?.note('circles')
  recorder?.record(keepPlain, safe)
  return safe
}

/** What a URL shows that was led on, or to another section. */
function signsOf(url: UrlParts): number {
  const text = url.join()
  return recognise(text, scan) ? findSigns(text, scan, EVERYTHING) : EVERYTHING
}

/** What the safe rules make of a URL: the same again when it comes back, and then it circles just as before. */
function spellPlainly(policy: CompiledPolicy, url: UrlParts): string {
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

/** The URL that a jump leads to, if it leads anywhere; what is no URL leads nowhere. */
function follow(
  rule: Jump | null,
  url: UrlParts,
  section: Section,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
): UrlParts | null {
  const target = rule === null ? null : rule.target(url)
  if (rule === null || target === null || isGuarded(url, section)) return null
  const parts = recognise(target, scan) ? takeApart(target) : parseUrl(target, idna, null)
  if (typeof parts === 'string') return null
  if (recorder === null) return parts
  recorder.record(rule, target)
  return parseUrl(target, idna, recorder) as UrlParts
}

function isGuarded({ query }: UrlParts, { settings, judge }: Section): boolean {
  return settings.query.signed === 'guard' && query !== '' && pairsOf(query, judge).isSigned
}

function sectionOf(policy: CompiledPolicy, url: UrlParts): Section {
  const site = findSite(policy, url.host)
  return site === null ? policy.everywhere : findSection(site, url.path)
}
