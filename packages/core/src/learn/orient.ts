import { compiledOf, type Policy } from '../normalize/policy.ts'
import { circles, run } from '../normalize/run.ts'
import { PolicyError } from '../policy/policy-error.ts'
import type { PolicySpec } from '../policy/spec.ts'
import { domainToAscii } from '../url/idna/index.ts'
import { createApply } from './candidate.ts'
import { compileSite, type Proved } from './compile-site.ts'
import type { Judgement } from './judge.ts'

type Sections = NonNullable<PolicySpec['sites']>

/** Makes a policy of sections, with all that the learned policy extends; throws a PolicyError where it leads in circles. */
export type DefineSections = (sections: Sections) => Policy

/** So many URLs of a rule are followed to where all rules together lead them. */
const MOST_FOLLOWED = 60
/** Noise in the log may send a few another way. */
const MOST_ASTRAY = 0.02

/**
 * Adds the chosen rules to the proved ones, the best first, and leaves out whatever leads any URL of the log in circles, or
 * to another end than the rules before it.
 */
export function addOriented(
  proved: readonly Proved[],
  chosen: readonly { readonly judgement: Judgement; readonly rule: Proved }[],
  scopes: ReadonlyMap<string, readonly string[]>,
  define: DefineSections,
): { readonly proved: readonly Proved[]; readonly sections: Sections } {
  const all = join(
    proved,
    chosen.map(({ rule }) => rule),
  )
  const sections = compileSite(all, scopes)
  if (chosen.every(({ judgement }) => agrees(judgement, tryToDefine(define, sections))))
    return { proved: all, sections }
  let kept = { proved, sections: compileSite(proved, scopes) }
  for (const { judgement, rule } of chosen) {
    const more = join(kept.proved, [rule])
    const tried = compileSite(more, scopes)
    if (agrees(judgement, tryToDefine(define, tried))) kept = { proved: more, sections: tried }
  }
  return kept
}

/** Where a host turns out to be another name of a host, the rules of the one are those of the other. */
function join(proved: readonly Proved[], added: readonly Proved[]): Proved[] {
  const moved = added.filter(({ edits }) => edits.some(({ family }) => family === 'host')).flatMap(({ hosts }) => hosts)
  const isMoved = ({ hosts, edits }: Proved): boolean =>
    hosts.some((host) => moved.includes(host)) && edits.every(({ belongsTo }) => belongsTo === undefined)
  const spread = proved.map((rule) =>
    isMoved(rule) ? Object.assign({}, rule, { hosts: [...new Set([...rule.hosts, ...moved])] }) : rule,
  )
  return [...spread, ...added]
}

function tryToDefine(define: DefineSections, sections: Sections): Policy | null {
  try {
    return define(sections)
  } catch (error) {
    if (error instanceof PolicyError) return null
    throw error
  }
}

/** Whether what the rule makes of a URL ends where the URL itself ends, and nothing goes on for ever. */
function agrees({ trial, holds }: Judgement, policy: Policy | null): boolean {
  if (policy === null) return false
  const compiled = compiledOf(policy)
  const apply = createApply(trial.candidate)
  const followed = trial.changed.filter(({ scope }) => holds(scope)).slice(0, MOST_FOLLOWED)
  const astray = followed.filter((form) => {
    if (circles(compiled, form.text, domainToAscii)) return true
    return run(compiled, apply(form), domainToAscii) !== run(compiled, form.text, domainToAscii)
  })
  return astray.length <= MOST_ASTRAY * followed.length
}
