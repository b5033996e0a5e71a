import type { Form } from '../log/form.ts'
import type { Collision } from './trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const {
  MAX_LISTED_VALUES,
  MIN_VALUES,
  ENOUGH_VALUES,
  MIN_COVERED,
  MIN_FAILURES,
  MAX_CONTRADICTED,
  MAX_COMPARED,
  MIN_DIFFERING,
  MAX_DEVIATIONS,
  MAX_RECURRING,
} = THRESHOLDS.values

interface Tried {
  agree: number
  differ: number
}

/**
 * Judges whether a parameter was tried on enough values to conclude that none has a meaning. If only one value agrees, it is a
 * default, and the others may have a meaning.
 */
export function judgeValues(
  name: string,
  changed: readonly Form[],
  collisions: readonly Collision[],
): 'broad' | 'narrow' | 'contradicted' {
  const tried = new Map<string, Tried>()
  for (const collision of collisions) countValues(collision, name, tried)
  const agreeing = [...tried].filter(([, { agree }]) => agree > 0)
  const contradicted = [...tried.values()].filter(({ agree, differ }) => differ >= MIN_FAILURES && differ > agree)
  const isListed = tried.size <= MAX_LISTED_VALUES
  if (isListed && [...tried.values()].some((value) => isWorse(value, tried.values()))) return 'contradicted'
  if (isListed ? contradicted.length > 0 : contradicted.length > MAX_CONTRADICTED * tried.size) return 'contradicted'
  if (agreeing.length < MIN_VALUES) return 'narrow'
  if (agreeing.length >= ENOUGH_VALUES) return 'broad'
  const values = new Set(agreeing.map(([value]) => value))
  const covered = changed.filter((form) => values.has(readValue(form, name)))
  return covered.length >= MIN_COVERED * changed.length ? 'broad' : 'narrow'
}

/**
 * Whether URLs with a parameter were compared with URLs without it. If every URL has the parameter, and the same few values recur,
 * the pages may agree because all of them are empty: searches without a result, weeks without a booking. Ids of visitors do
 * not recur like that.
 */
export function wasTriedAgainstNone(name: string, changed: readonly Form[], collisions: readonly Collision[]): boolean {
  const values = new Set(changed.map((form) => readValue(form, name)))
  if (values.size * MAX_RECURRING > changed.length) return true
  return collisions.some(({ forms }) => forms.some((form) => readValue(form, name) === ''))
}

/** Whether a value differs more often than the others, and not by chance. Noise affects all values equally. */
function isWorse(value: Tried, all: Iterable<Tried>): boolean {
  const others = { agree: 0, differ: 0 }
  for (const other of all) {
    if (other === value) continue
    others.agree += other.agree
    others.differ += other.differ
  }
  const [tries, rest] = [value.agree + value.differ, others.agree + others.differ]
  if (value.differ < MIN_DIFFERING || rest === 0) return false
  const share = (value.differ + others.differ) / (tries + rest)
  const deviation = Math.sqrt(share * (1 - share) * (1 / tries + 1 / rest))
  return value.differ / tries - others.differ / rest > MAX_DEVIATIONS * deviation
}

/** Compares each form that has the parameter with those that have another value, or none. */
function countValues({ forms }: Collision, name: string, tried: Map<string, Tried>): void {
  const known = forms.filter(({ label }) => label !== -1).slice(0, MAX_COMPARED)
  const values = known.map((form) => readValue(form, name))
  for (const [index, form] of known.entries()) {
    const value = values[index] ?? ''
    if (value === '') continue
    const others = known.filter((_, other) => values[other] !== value)
    if (others.length === 0) continue
    const count = tried.get(value) ?? { agree: 0, differ: 0 }
    tried.set(value, count)
    if (others.some(({ label }) => label === form.label)) count.agree++
    else count.differ++
  }
}

/** All pairs of that name in one text; empty if the parameter is absent. */
export function readValue({ pairs }: Form, name: string): string {
  let value: string | null = null
  for (const pair of pairs) {
    if (pair.name === name) value = value === null ? pair.text : `${value}&${pair.text}`
  }
  return value ?? ''
}
