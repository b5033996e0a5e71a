import type { FindingLevel } from '@canonist/core'
import type { Levels } from '@canonist/links/internal/report/finding-levels'
import type { RepeatedFlag } from './flags-of.ts'
import { createChoiceParser } from './values.ts'

/** The value of `--rule ID=LEVEL`. */
export interface RuleLevel {
  readonly rule: string
  readonly level: FindingLevel
}

const LEVELS: readonly FindingLevel[] = ['off', 'note', 'warning', 'error']

const parseLevel = createChoiceParser(LEVELS)

/** @param example one of the command's own findings with a level, because others are refused */
export function createRuleFlag(example: string): RepeatedFlag<RuleLevel> {
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
  const [, rule = '', level = ''] = /^([^=]*)=(.*)$/s.exec(input) ?? []
  if (rule === '') throw new SyntaxError(`write ID=LEVEL, where LEVEL is ${LEVELS.join(', ')}`)
  return { rule, level: parseLevel(level) }
}

/** The levels that flags give to findings. */
export function readLevels({ rule = [] }: { readonly rule?: readonly RuleLevel[] | undefined }): Levels {
  return Object.fromEntries(rule.map((each) => [each.rule, each.level]))
}
