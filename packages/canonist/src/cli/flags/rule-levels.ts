import type { FindingLevel } from '@canonist/core'
import type { TypedFlagParameter } from '@stricli/core'
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

/** What flags say of findings; `--rule` beats `--skip`. */
export function readLevels({
  rule = [],
  skip = [],
}: {
  readonly rule?: readonly RuleLevel[] | undefined
  readonly skip?: readonly string[] | undefined
}): Levels {
  const skipped = skip.map((id): RuleLevel => ({ rule: id, level: 'off' }))
  return Object.fromEntries([...skipped, ...rule].map((each) => [each.rule, each.level]))
}
