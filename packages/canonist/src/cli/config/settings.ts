import { createChoiceParser, createNumberParser, headerText, text } from '../flags/values.ts'
import { parseRuleLevel } from '../flags/rule-levels.ts'
import { createDurationParser } from '@canonist/core/internal/text/duration'

/** One key of the file, and the flag that it sets. */
export interface Setting {
  /** The flag whose default it is; null for `db`, which is a default of the environment. */
  readonly flag: string | null
  /** The commands that use it; null: every command with that flag. */
  readonly commands: readonly string[] | null
  readonly kind: 'value' | 'list' | 'map'
  /** Whether its values are added to those of the flag, which come later and win. */
  readonly addsUp?: true
  /** The parser of the flag; throws if the value is invalid. */
  readonly parse: (input: string) => unknown
  /** Set if the value may be a path, which is then relative to the folder of the file. */
  readonly isPath?: 'database' | 'policy' | 'file'
}

const LINKS = ['validate', 'cite', 'check']
const SERVE = ['serve']
const FAIL_ON = ['error', 'warning', 'never']

/** Every key of canonist.yaml, with dots for the levels. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  db: { flag: null, commands: null, kind: 'value', parse: text, isPath: 'database' },
  policy: { flag: 'policy', commands: null, kind: 'value', parse: text, isPath: 'policy' },
  userAgent: { flag: 'userAgent', commands: null, kind: 'value', parse: headerText },
  'network.hostDelay': {
    flag: 'hostDelay',
    commands: null,
    kind: 'value',
    parse: createDurationParser({ bareUnit: 'ms', least: '0s', most: '1h' }),
  },
  'network.timeout': {
    flag: 'timeout',
    commands: null,
    kind: 'value',
    parse: createDurationParser({ least: '10ms', most: '1h' }),
  },
  'network.maxWait': { flag: 'maxWait', commands: null, kind: 'value', parse: createDurationParser({ most: '1d' }) },
  'links.fields': { flag: 'field', commands: LINKS, kind: 'list', parse: text },
  'links.failOn': { flag: 'failOn', commands: LINKS, kind: 'value', parse: createChoiceParser(FAIL_ON) },
  'links.rules': { flag: 'rule', commands: LINKS, kind: 'map', addsUp: true, parse: parseRuleLevel },
  'serve.host': { flag: 'host', commands: SERVE, kind: 'value', parse: text },
  'serve.port': { flag: 'port', commands: SERVE, kind: 'value', parse: createNumberParser(0, 65_535) },
  'serve.tokens': { flag: 'tokens', commands: SERVE, kind: 'value', parse: text, isPath: 'file' },
}
