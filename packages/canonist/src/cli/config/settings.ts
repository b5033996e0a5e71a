import { headerText, createNumberParser, text } from '../flags/values.ts'
import { parseRuleLevel } from '../flags/rule-levels.ts'
import { createDurationParser } from '../../text/duration.ts'

/** What a value of the file must be; `flag` is given to the command in its place. */
export interface Setting {
  /** The flag that it is the default of; null for `db`, which is the default of the environment. */
  readonly flag: string | null
  /** The commands that it is for; null: every command with that flag. */
  readonly commands: readonly string[] | null
  readonly kind: 'value' | 'list' | 'map'
  /** Whether its values count beside those of the flag, which come later and win. */
  readonly addsUp?: true
  /** The parser of the flag, which throws if the value is wrong. */
  readonly parse: (input: string) => unknown
  /** Whether a path is meant, which is relative to the folder of the file. */
  readonly isPath?: 'database' | 'policy' | 'file'
}

const LINKS = ['validate', 'cite', 'check']
const SERVE = ['serve']

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
    parse: createDurationParser({ least: '1s', most: '1h' }),
  },
  'network.maxWait': { flag: 'maxWait', commands: null, kind: 'value', parse: createDurationParser({ most: '1d' }) },
  'links.fields': { flag: 'field', commands: LINKS, kind: 'list', parse: text },
  'links.failOn': { flag: 'failOn', commands: LINKS, kind: 'value', parse: parseFailOn },
  'links.rules': { flag: 'rule', commands: LINKS, kind: 'map', addsUp: true, parse: parseRuleLevel },
  'serve.host': { flag: 'host', commands: SERVE, kind: 'value', parse: text },
  'serve.port': { flag: 'port', commands: SERVE, kind: 'value', parse: createNumberParser(0, 65_535) },
  'serve.tokens': { flag: 'tokens', commands: SERVE, kind: 'value', parse: text, isPath: 'file' },
}

const FAIL_ON = ['error', 'warning', 'never']

function parseFailOn(input: string): string {
  if (FAIL_ON.includes(input)) return input
  throw new Error(`it must be one of ${FAIL_ON.join(', ')}`)
}
