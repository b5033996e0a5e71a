import { compileFilter } from '../policy/pattern.ts'
import type { Pattern } from '../policy/terms.ts'
import { UNSAFE_SET } from '../url/percent.ts'
import { foldName } from '../url/query-pairs.ts'
import type { Section } from './compile.ts'
import { findRemovalSign, listRelevantNames } from './name-judge.ts'
import { getCompiledPolicy, type KnownPolicy } from './policy.ts'
import { ESCAPE, FRAGMENT_TEXT, HOST_TEXT, MAX_RECOGNISED_LENGTH, QUERY_TEXT, SEGMENT } from './recognise.ts'
import {
  DOUBLE_SLASH,
  ENDS_IN_NAME,
  ENDS_IN_SLASH,
  HTTP,
  HTTPS,
  NO_WWW,
  PAIR,
  PATH_PARAMETER,
  ROOT_ONLY,
  UNSORTED_PAIRS,
  UPPER_CASE_PATH,
  WWW,
} from './signs.ts'

/** Bits of `classes`: where a byte may be in a URL that needs no work. */
export const IN_HOST = 1
export const LETTER = 2
export const IN_PATH = 4
export const AFTER_DOT = 8
export const IN_QUERY = 16
export const IN_FRAGMENT = 32

/** Bits of `does`: what the policy changes or must look at, and what a scanner can change by itself. */
export const SCAN = {
  refusesHttp: 1,
  refusesHttps: 2,
  refusesWww: 4,
  refusesNoWww: 8,
  refusesRoot: 16,
  refusesSlashAtEnd: 32,
  refusesNameAtEnd: 64,
  refusesDoubleSlash: 128,
  refusesQuery: 256,
  refusesEverything: 512,
  /** Looks up the names that the filter lets through, and passes on a query with an empty pair, unless it drops those. */
  readsQuery: 1024,
  /** Sorts the pairs by name, byte by byte; equal names keep their order. */
  sortsQuery: 2048,
  dropsFragment: 4096,
  /** Adds the slash to a host that nothing follows. */
  addsRootSlash: 8192,
  /** Drops empty pairs, and a lone question mark. */
  dropsEmptyPairs: 16384,
} as const

/** What becomes of a pair, by its name. */
export const NAME_DUTY = {
  keeps: 1,
  removes: 2,
  /** Depends on other pairs or on the value, so the normalizer decides. */
  passesOn: 3,
} as const

/** What becomes of the pairs whose names the filter lets through. A name with an escape must be passed on. */
export interface ScanNames {
  /** By the name in lower case, one of `NAME_DUTY`. */
  readonly exact: ReadonlyMap<string, number>
  /** A name that is not in `exact` and begins with one of these, in lower case, is removed. All other names are kept. */
  readonly prefixes: readonly string[]
}

/**
 * What a scanner of bytes needs to know that a URL is normal under a policy: an https or http URL with a host name whose last label has
 * only letters, a path and perhaps a query, and no longer than `maxLength`; and what it needs to remove and sort parameters, to drop the
 * fragment and to add the slash of the root by itself.
 */
export interface ScanTables {
  /** By byte: bits that say where it may be. A dot of a path must be followed by a byte with `AFTER_DOT`. */
  readonly classes: Uint8Array
  /** By the value of an escape in upper case: 1 if it stays. */
  readonly escapes: Uint8Array
  /** The filter for names of parameters: see `NameFilter`. */
  readonly lengths: Uint32Array
  readonly starts: Uint32Array
  /** Null if the policy has patterns for names that only the normalizer can match. */
  readonly names: ScanNames | null
  /** Bits of `SCAN`. */
  readonly does: number
  readonly maxLength: number
}

/**
 * The tables for a policy. They come from the recogniser's own expressions and from the signs on which the rules of the policy act. A
 * policy whose rules depend on the site, or that jumps to other URLs, refuses everything.
 *
 * @example createScanTables('dedupe').does & SCAN.refusesEverything // 0
 */
export function createScanTables(policy: KnownPolicy): ScanTables {
  const { everywhere: section, mayNeedMoreRounds } = getCompiledPolicy(policy)
  const isSimple = !mayNeedMoreRounds && section.spared === null && (section.concerns & UPPER_CASE_PATH) === 0
  return {
    classes: classifyBytes(section),
    escapes: Uint8Array.from({ length: 256 }, (_, value) => Number(isKeptEscape.test(spellEscape(value)))),
    ...compileFilter(listRelevantNames(section.settings)),
    names: listNames(section),
    does: isSimple ? listDuties(section) : SCAN.refusesEverything,
    maxLength: MAX_RECOGNISED_LENGTH,
  }
}

function listNames({ settings, judge }: Section): ScanNames | null {
  const { keep } = settings.query
  const relevant = listRelevantNames(settings)
  // A glob to keep may match some of the names that a prefix matches.
  if (!keep.every(isExact) || !relevant.every((pattern) => isExact(pattern) || isPrefix(pattern))) return null
  const exact = [...relevant, ...keep].filter(isExact).map(foldName)
  return {
    exact: new Map(exact.map((name) => [name, findDuty(judge(name, 0, name.length))])),
    prefixes: relevant.filter(isPrefix).map((pattern) => foldName(pattern.slice(0, -1))),
  }
}

const isExact = (pattern: Pattern): boolean => !pattern.startsWith('/') && !pattern.includes('*')
const isPrefix = (pattern: Pattern): boolean => /^[^/*][^*]*\*$/.test(pattern)

function findDuty(judgement: number): number {
  if (judgement === 0) return NAME_DUTY.keeps
  return findRemovalSign(judgement) === judgement ? NAME_DUTY.removes : NAME_DUTY.passesOn
}

const isKeptEscape = new RegExp(`^${ESCAPE}$`)

const spellEscape = (value: number): string => `%${value.toString(16).toUpperCase().padStart(2, '0')}`

function classifyBytes({ concerns, settings }: Section): Uint8Array {
  const isOff = (char: string): boolean => (concerns & PATH_PARAMETER) !== 0 && /[;(]/.test(char)
  const [host, segment, query, fragment] = [HOST_TEXT, SEGMENT, QUERY_TEXT, FRAGMENT_TEXT].map(
    (text) => new RegExp(`[${text}]`),
  ) as [RegExp, RegExp, RegExp, RegExp]
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const char = String.fromCharCode(byte)
    // Above ASCII, a latin1 character is one byte of a longer UTF-8 character.
    if (byte > 0x7f) return 0
    const inSegment = segment.test(char) && !isOff(char)
    const isPlainSlash = char === '/' && (concerns & DOUBLE_SLASH) === 0
    const inQuery = query.test(char) && !(settings.query.unsafe === 'escape' && UNSAFE_SET.one.test(char))
    return (
      (host.test(char) ? IN_HOST : 0) |
      (/[a-z]/.test(char) ? LETTER : 0) |
      (inSegment || isPlainSlash ? IN_PATH : 0) |
      (inSegment ? AFTER_DOT : 0) |
      (inQuery ? IN_QUERY : 0) |
      (fragment.test(char) ? IN_FRAGMENT : 0)
    )
  })
}

const DUTY_BY_SIGN: readonly (readonly [sign: number, duty: number])[] = [
  [HTTP, SCAN.refusesHttp],
  [HTTPS, SCAN.refusesHttps],
  [WWW, SCAN.refusesWww],
  [NO_WWW, SCAN.refusesNoWww],
  [ROOT_ONLY, SCAN.refusesRoot],
  [ENDS_IN_SLASH, SCAN.refusesSlashAtEnd],
  [ENDS_IN_NAME, SCAN.refusesNameAtEnd],
  [DOUBLE_SLASH, SCAN.refusesDoubleSlash],
  // Of a query without empty pairs, whose names no other rule looks at, only sort-query changes anything.
  [UNSORTED_PAIRS, SCAN.sortsQuery],
]

function listDuties({ concerns, readsQuery, settings }: Section): number {
  const bySign = DUTY_BY_SIGN.reduce((bits, [sign, bit]) => bits | ((concerns & sign) === 0 ? 0 : bit), 0)
  const byTail =
    (settings.fragment === 'strip' ? SCAN.dropsFragment : 0) |
    (settings.rootSlash === 'strip' ? 0 : SCAN.addsRootSlash) |
    (settings.query.empty === 'strip' ? SCAN.dropsEmptyPairs : 0)
  const byQuery = (concerns & PAIR) === 0 ? SCAN.readsQuery : SCAN.refusesQuery
  return bySign | byTail | (readsQuery ? byQuery : 0)
}
