import { compileFilter, compilePatterns, mayMatch, type NameFilter } from '../policy/pattern.ts'
import { SESSION_NAMES } from '../policy/session-names.ts'
import type { Settings } from '../policy/settings.ts'
import type { Pattern } from '../policy/terms.ts'
import { SIGNATURE_NAMES } from '../policy/signature-names.ts'
import { TRACKING_CORE, TRACKING_EXTENDED } from '../policy/tracking-names.ts'
import { foldName } from '../url/query-pairs.ts'
import {
  DEFAULTED_PARAMETER,
  LISTED_PARAMETER,
  SESSION_PARAMETER,
  TRACKING_PARAMETER,
  UNUSED_PARAMETER,
} from './signs.ts'

/**
 * What a policy decides about a parameter by its name alone: at most one of the signs for parameters to remove (one for each
 * field that can ask for it), whether it has a default value, and in the lower bits what the name says about a signature.
 */
export type Judgement = number

const REMOVAL_SIGNS = SESSION_PARAMETER | LISTED_PARAMETER | TRACKING_PARAMETER | UNUSED_PARAMETER
const KEPT = 0

const SIGNS_ALONE = 1
const LEFT_SHIFT = 1
const RIGHT_SHIFT = 9
const PAIR_BITS = 0xff

/** The signs that the joined judgements (by `|`) of all names of a query show. */
export const extractSigns = (joined: Judgement): number => joined & (REMOVAL_SIGNS | DEFAULTED_PARAMETER)

/** The sign for removal that a judgement has; 0 if the parameter stays. */
export const findRemovalSign = (judgement: Judgement): number => judgement & REMOVAL_SIGNS

/** Whether the joined judgements (by `|`) of all names of a query say that it is signed. */
export function isSigned(joined: Judgement): boolean {
  return (joined & SIGNS_ALONE) !== 0 || ((joined >> LEFT_SHIFT) & (joined >> RIGHT_SHIFT) & PAIR_BITS) !== 0
}

/** Judges, under one policy, the parameter name that is spelled between two offsets of a text. */
export type NameJudge = (text: string, start: number, end: number) => Judgement

const MAX_REMEMBERED = 16384
const MAX_REMEMBERED_LENGTH = 64

export function createNameJudge(settings: Settings): NameJudge {
  // Made when the first name comes: a policy may have thousands of sections, of which few are ever used.
  let filter: NameFilter | undefined
  let judgeFolded: ((folded: string) => Judgement) | undefined
  let remembered = new Map<string, Judgement>()
  return (text, start, end) => {
    filter ??= compileFilter(listRelevantNames(settings))
    if (!mayMatch(filter, text, start, end)) return KEPT
    const name = text.slice(start, end)
    // The same names occur again and again.
    const known = remembered.get(name)
    if (known !== undefined) return known
    judgeFolded ??= createFoldedJudge(settings)
    const judgement = judgeFolded(foldName(name))
    // A hostile list has a new name in every line: clearing the cache now and then bounds the memory.
    if (remembered.size >= MAX_REMEMBERED) remembered = new Map()
    if (name.length <= MAX_REMEMBERED_LENGTH) remembered.set(copySlice(name), judgement)
    return judgement
  }
}

/** A slice keeps the whole text alive that it was cut from, which may be a chunk of a file: half a megabyte for one name. */
const copySlice = (slice: string): string => ` ${slice}`.slice(1)

/** Every name that some rule may remove. Names to keep are needed only where a rule would remove them. */
export function listRelevantNames({ session, query }: Settings): readonly Pattern[] {
  // Under a keep-only list every unknown name matters.
  if (query.keepOnly.length > 0) return ['*']
  return [
    ...(session ? SESSION_NAMES : []),
    ...query.strip,
    ...Object.keys(query.defaults),
    ...listTrackingNames(query.tracking),
    ...(query.signed === 'guard' ? [...SIGNATURE_NAMES.any, ...SIGNATURE_NAMES.pairs.flat()] : []),
  ]
}

function createFoldedJudge({ session, query }: Settings): (folded: string) => Judgement {
  const keep = compilePatterns(query.keep, true)
  const sessions = compilePatterns(session ? SESSION_NAMES : [])
  const strip = compilePatterns(query.strip)
  const tracking = compilePatterns(listTrackingNames(query.tracking))
  const wanted = query.keepOnly.length > 0 ? compilePatterns(query.keepOnly, true) : null
  const signs = query.signed === 'guard' ? createSignatureMarks() : new Map<string, number>()

  return (folded) => {
    const marks = (signs.get(folded) ?? 0) | (Object.hasOwn(query.defaults, folded) ? DEFAULTED_PARAMETER : 0)
    if (keep.has(folded)) return marks | KEPT
    if (sessions.has(folded)) return marks | SESSION_PARAMETER
    if (strip.has(folded)) return marks | LISTED_PARAMETER
    if (tracking.has(folded)) return marks | TRACKING_PARAMETER
    return marks | (wanted !== null && !wanted.has(folded) ? UNUSED_PARAMETER : KEPT)
  }
}

export function listTrackingNames(list: 'none' | 'core' | 'extended'): readonly string[] {
  if (list === 'none') return []
  return list === 'core' ? TRACKING_CORE : [...TRACKING_CORE, ...TRACKING_EXTENDED]
}

function createSignatureMarks(): Map<string, number> {
  const marks = new Map<string, number>()
  const mark = (name: string, bits: number): void => void marks.set(name, (marks.get(name) ?? 0) | bits)
  for (const name of SIGNATURE_NAMES.any) mark(name, SIGNS_ALONE)
  for (const [index, [left, right]] of SIGNATURE_NAMES.pairs.entries()) {
    mark(left, 1 << (LEFT_SHIFT + index))
    mark(right, 1 << (RIGHT_SHIFT + index))
  }
  return marks
}
