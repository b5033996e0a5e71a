import type { FindingLevel, PolicySpec } from '@canonist/core'
import type { TypedFlagParameter } from '@stricli/core'
import { RunError } from '../run-error.ts'
import type { Levels } from '../../report/finding-levels.ts'

/** What `--rule ID=LEVEL` says. */
export interface RuleLevel {
  readonly rule: string
  readonly level: FindingLevel
}

const LEVELS: readonly FindingLevel[] = ['off', 'note', 'warning', 'error']

export const ruleFlag: TypedFlagParameter<readonly RuleLevel[] | undefined> = {
  kind: 'parsed',
  parse: parseRuleLevel,
  variadic: true,
  optional: true,
  placeholder: 'ID=LEVEL',
  brief: 'Report a finding as error, warning or note, or turn it off, as in home-page=off',
}

function parseRuleLevel(input: string): RuleLevel {
  const [, rule = '', text = ''] = /^([^=]*)=(.*)$/s.exec(input) ?? []
  const level = LEVELS.find((each) => each === text)
  if (rule === '' || level === undefined) throw new SyntaxError(`write ID=LEVEL, where LEVEL is ${LEVELS.join(', ')}`)
  return { rule, level }
}

/** What flags say of rules, and then what the policy says. */
export function readLevels(
  {
    rule = [],
    skip = [],
  }: { readonly rule?: readonly RuleLevel[] | undefined; readonly skip?: readonly string[] | undefined },
  { rules }: PolicySpec,
): readonly Levels[] {
  const skipped = skip.map((id): RuleLevel => ({ rule: id, level: 'off' }))
  const flagged = Object.fromEntries([...skipped, ...rule].map((each) => [each.rule, each.level]))
  return [flagged, rules ?? {}]
}

/** A level for a rule that does not exist would silently do nothing. */
export function refuseUnknownRules(ids: readonly string[], known: readonly string[], where: string): void {
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return
  throw new RunError(`${where}: there is no finding "${unknown}"; the findings are ${known.join(', ')}`, 2)
}
