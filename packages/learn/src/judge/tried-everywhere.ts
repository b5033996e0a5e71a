import type { Edit } from '../propose/edit.ts'
import type { Form } from '../log/form.ts'
import { groupBy } from '../log/site-state.ts'
import { sumCounts, type Collision, type Trial } from '../trial/trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MIN_ON_SHAPE, MIN_UNOPPOSED, MIN_SHARE_ON_SHAPE, MIN_SHAPE_SHARE, REFUTED_BY, MIN_ON_HOST, MIN_SHARE_OF_HOST } =
  THRESHOLDS.triedEverywhere

/**
 * Whether a rule without path scopes was tried wherever it would change URLs.
 *
 * @param expected how often two fetches of one page agree
 */
export function isTriedEverywhere(trial: Trial, readShape: (form: Form) => string, expected: number): boolean {
  const { edits } = trial.candidate
  if (edits.some(({ family }) => family === 'host') && !isTriedOnHost(trial)) return false
  if (edits.every(({ family }) => family !== 'rewrite')) return true
  return !edits.some(isBetweenValues) && isTriedOnEveryShape(trial, readShape, expected)
}

/** Two hosts that share only their help pages are not the same host. */
function isTriedOnHost({ changed, collisions }: Trial): boolean {
  const agreeing = new Set(collisions.filter(({ agreeing }) => agreeing > 0).flatMap(({ forms }) => forms))
  const least = Math.max(MIN_ON_HOST, MIN_SHARE_OF_HOST * changed.length)
  return [...groupBy(changed, ({ scope }) => scope).values()].every(
    (forms) => forms.length < least || forms.some((form) => agreeing.has(form)),
  )
}

/**
 * `/s#1/doc7` to `/s$1/doc4`, `/find?q=*` to `/find?q=tea`: one value replaces others. Pages that look alike are probably empty
 * then, and not the same.
 */
function isBetweenValues({ fields }: Edit): boolean {
  return (fields.rewrites ?? []).some(({ match, to }) => {
    const sample = to.replace(/\$\*/g, 'x').replace(/\$\d/g, '1')
    return maskNumbers(match) === maskNumbers(to) || compileTemplate(match).test(sample)
  })
}

const maskNumbers = (text: string): string => text.replace(/[#$]\d/g, '$').replace(/\d+/g, '0')

function compileTemplate(match: string): RegExp {
  const parts = match.split(/(\$\*|[#$]\d|\*)/).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    return part === '$*' ? '.*' : part === '*' ? '[^/?&]*' : '[^/?&]+'
  })
  return new RegExp(`^${parts.join('')}$`)
}

/**
 * A variable matches any text, including text that no log has shown. So a rewrite must have been tried on every kind of path that
 * it would change. A login page that many URLs show counts for each of them here: it does not prove the rule, but does not
 * contradict it either.
 */
function isTriedOnEveryShape(
  { changed, collisions }: Trial,
  readShape: (form: Form) => string,
  expected: number,
): boolean {
  const tried = groupBy(collisions, ({ forms }) => readShape(forms[0] as Form))
  if ([...tried.values()].some(isRefuted)) return false
  for (const [shape, forms] of groupBy(changed, readShape)) {
    if (forms.length < Math.max(MIN_ON_SHAPE, MIN_SHAPE_SHARE * changed.length)) continue
    const { agreeing, trials } = sumCounts(tried.get(shape) ?? [])
    const least = agreeing < trials ? MIN_ON_SHAPE : MIN_UNOPPOSED
    if (agreeing < least || agreeing < MIN_SHARE_ON_SHAPE * expected * trials) return false
  }
  return true
}

const isRefuted = (collisions: readonly Collision[]): boolean =>
  collisions.length >= REFUTED_BY && collisions.every(({ agreeing }) => agreeing === 0)
