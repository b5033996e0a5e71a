import { compileFilter, compilePatterns, mayMean } from '../policy/pattern.ts'
import { SESSION_NAMES } from '../policy/session-names.ts'
import type { Settings } from '../policy/settings.ts'
import type { Pattern } from '../policy/spec.ts'
import { SIGNATURE_NAMES } from '../policy/signature-names.ts'
import { TRACKING_CORE, TRACKING_EXTENDED } from '../policy/tracking-names.ts'
import { foldName } from '../url/query-pairs.ts'

/** What becomes of a parameter by its name alone. The order is the precedence: `keep` first, then who removes it. */
export const KEPT = 0
export const SESSION = 1
export const LISTED = 2
export const TRACKING = 3
export const NOT_WANTED = 4
const VERDICT = 0b111

const SIGNS_ALONE = 1 << 3
const LEFT_SHIFT = 4
const RIGHT_SHIFT = 16

/** A verdict and, in the higher bits, what the name says about a signature. */
export type Judgement = number

/** Judges parameter names under one policy; names come back over and over, so judgements are remembered. */
export interface NameJudge {
  /** Judges the name that is spelled between two offsets of a text. */
  readonly judge: (text: string, start: number, end: number) => Judgement
}

export const verdictOf = (judgement: Judgement): number => judgement & VERDICT

/** Whether the joined judgements (by `|`) of all names of a query say that it is signed. */
export function isSigned(joined: Judgement): boolean {
  return (joined & SIGNS_ALONE) !== 0 || ((joined >> LEFT_SHIFT) & (joined >> RIGHT_SHIFT) & 0xfff) !== 0
}

const MOST_REMEMBERED = 16384
const LONGEST_REMEMBERED = 64

export function createNameJudge(settings: Settings): NameJudge {
  const judgeFolded = createFoldedJudge(settings)
  const filter = compileFilter(namesThatMatter(settings))
  let remembered = new Map<string, Judgement>()
  return {
    judge(text, start, end) {
      if (!mayMean(filter, text, start, end)) return KEPT
      const name = text.slice(start, end)
      const known = remembered.get(name)
      if (known !== undefined) return known
      const judgement = judgeFolded(foldName(name))
      // A hostile list has a new name in every line: forgetting everything now and then bounds the memory.
      if (remembered.size >= MOST_REMEMBERED) remembered = new Map()
      if (name.length <= LONGEST_REMEMBERED) remembered.set(copyOf(name), judgement)
      return judgement
    },
  }
}

/** A slice keeps alive the whole text that it was cut from, which may be a chunk of a file: half a megabyte a name. */
const copyOf = (slice: string): string => ` ${slice}`.slice(1)

/** Every name that is not simply kept; names to keep need not be known where nobody removes them. */
function namesThatMatter({ session, query }: Settings): readonly Pattern[] {
  // Under a keep-only list every unknown name matters.
  if (query.keepOnly.length > 0) return ['*']
  return [
    ...(session ? SESSION_NAMES : []),
    ...query.strip,
    ...trackingNames(query.tracking),
    ...(query.signed === 'guard' ? [...SIGNATURE_NAMES.any, ...SIGNATURE_NAMES.pairs.flat()] : []),
  ]
}

function createFoldedJudge({ session, query }: Settings): (folded: string) => Judgement {
  const keep = compilePatterns(query.keep)
  const sessions = compilePatterns(session ? SESSION_NAMES : [])
  const strip = compilePatterns(query.strip)
  const tracking = compilePatterns(trackingNames(query.tracking))
  const wanted = query.keepOnly.length > 0 ? compilePatterns(query.keepOnly) : null
  const signs = query.signed === 'guard' ? signatureMarks() : new Map<string, number>()

  return (folded) => {
    const signature = signs.get(folded) ?? 0
    if (keep.has(folded)) return signature | KEPT
    if (sessions.has(folded)) return signature | SESSION
    if (strip.has(folded)) return signature | LISTED
    if (tracking.has(folded)) return signature | TRACKING
    return signature | (wanted !== null && !wanted.has(folded) ? NOT_WANTED : KEPT)
  }
}

export function trackingNames(list: 'none' | 'core' | 'extended'): readonly string[] {
  if (list === 'none') return []
  return list === 'core' ? TRACKING_CORE : [...TRACKING_CORE, ...TRACKING_EXTENDED]
}

function signatureMarks(): Map<string, number> {
  const marks = new Map<string, number>()
  const mark = (name: string, bits: number): void => void marks.set(name, (marks.get(name) ?? 0) | bits)
  for (const name of SIGNATURE_NAMES.any) mark(name, SIGNS_ALONE)
  for (const [index, [left, right]] of SIGNATURE_NAMES.pairs.entries()) {
    mark(left, 1 << (LEFT_SHIFT + index))
    mark(right, 1 << (RIGHT_SHIFT + index))
  }
  return marks
}
