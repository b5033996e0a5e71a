import type { FindingLevel } from '@canonist/core'
import type { TypedFlagParameter } from '@stricli/core'
import type { Levels } from '../../report/finding-levels.ts'

/** The value of `--rule ID=LEVEL`. */
export interface RuleLevel {
  readonly rule: string
  readonly level: FindingLevel
}

const LEVELS: readonly FindingLevel[] = ['off', 'note', 'warning', 'error']

/** @param example one of the command's own findings with a level, because others are refused */
export function createRuleFlag(example: string): TypedFlagParameter<readonly RuleLevel[] | undefined> {
  return {
    kind: 'parsed',
    parse: parseRuleLevel,
    variadic: true,
    optional: true,
    placeholder: 'id=level',
    brief: `Report a finding as error, warning or note, or turn it off (example: ${example}); may be repeated`,
  }
}

export function parseRuleLevel(input: string): RuleLevel {
  const [, rule = '', text = ''] = /^([^=]*)=(.*)$/s.exec(input) ?? []
  const level = LEVELS.find((each) => each === text)
  if (rule === '' || level === undefined) throw new SyntaxError(`write ID=LEVEL, where LEVEL is ${LEVELS.join(', ')}`)
  return { rule, level }
}

/** The levels that flags give to findings. */
export function readLevels({ rule = [] }: { readonly rule?: readonly RuleLevel[] | undefined }): Levels {
  return Object.fromEntries(rule.map((each) => [each.rule, each.level]))
}
