import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECTIONS } from '../src/cli/catalogue.ts'
import { parseRuleLevel } from '../src/cli/flags/rule-levels.ts'
import { LINK_RULES } from '@canonist/links/internal/files/validate-links'
import { HEALTH_RULES } from '@canonist/links/internal/report/health-findings'
import { describeCommands } from '../src/cli/help/describe-commands.ts'
import type { Flag } from '../src/cli/help/flag-text.ts'

const commands = (await describeCommands(SECTIONS)).map(({ name, command }) => [name, command] as const)

/** Short flags mean the same in every command. */
const SHORT: Readonly<Record<string, string>> = {
  f: 'format',
  g: 'groups',
  j: 'jobs',
  o: 'output',
  p: 'policy',
  q: 'quiet',
}

for (const [name, { parameters }] of commands) {
  const aliases = new Map(Object.entries(parameters.aliases ?? {}))
  const flags = Object.entries(parameters.flags ?? {})

  test(`canonist ${name}: short flags are those of every command`, () => {
    for (const [short, flag] of aliases) assert.equal(flag, SHORT[short])
    for (const [short, flag] of Object.entries(SHORT)) {
      if (flags.some(([each]) => each === flag)) assert.equal(aliases.get(short), flag)
    }
  })
}

/** Commands that can reject some of their inputs and go on with the others. */
const REJECTING = [
  'normalize',
  'dedupe',
  'resolve',
  'canonicalize',
  'admit',
  'add',
  'frontier add',
  'priority',
  'learn',
]

for (const [name, { parameters }] of commands) {
  test(`canonist ${name}: ${REJECTING.includes(name) ? 'has' : 'does not have'} --rejects and --max-invalid`, () => {
    for (const flag of ['rejects', 'maxInvalid'])
      assert.equal(Object.hasOwn(parameters.flags ?? {}, flag), REJECTING.includes(name), flag)
  })
}

const DURATIONS: readonly { name: string; bare: string; means: number; unit?: string; ms?: number }[] = [
  { name: 'hostDelay', bare: '250', means: 250 },
  { name: 'timeout', bare: '5', means: 5000 },
  { name: 'maxWait', bare: '5', means: 5000 },
  { name: 'lease', bare: '5', means: 5000 },
  { name: 'retryBase', bare: '5', means: 5000 },
  { name: 'xminAlarm', bare: '5', means: 5000 },
  { name: 'timeLimit', bare: '5', means: 5000 },
  { name: 'grace', bare: '5', means: 5000 },
  { name: 'validFor', bare: '86400', means: 86_400_000, unit: '7d', ms: 604_800_000 },
]

const parse = (flag: Flag | undefined, input: string): unknown =>
  flag?.kind === 'parsed' ? flag.parse.call(undefined as never, input) : assert.fail('not a parsed flag')

for (const [name, { parameters }] of commands) {
  for (const [flag, parameter] of Object.entries(parameters.flags ?? {})) {
    const duration = DURATIONS.find((each) => each.name === flag)
    const isDuration = parameter.kind === 'parsed' && parameter.placeholder === 'duration'
    if (duration === undefined && !isDuration) continue
    test(`canonist ${name}: ${flag} takes units; a bare number keeps its unit`, () => {
      assert.ok(duration !== undefined && isDuration)
      const { unit = '30s', ms = 30_000 } = duration
      assert.equal(parse(parameter, duration.bare), duration.means)
      assert.equal(parse(parameter, unit), ms)
      for (const wrong of ['', '-1', '5x', '1e3', '99999d'])
        assert.throws(() => parse(parameter, wrong), /duration from/)
    })
  }
}

const FINDINGS: Readonly<Record<string, readonly { readonly id: string }[]>> = {
  validate: LINK_RULES,
  check: HEALTH_RULES,
}

for (const [name, { parameters }] of commands) {
  const brief = parameters.flags?.['rule']?.brief
  if (brief === undefined) continue
  test(`canonist ${name}: the example of --rule is one of its own findings`, () => {
    const [, example = ''] = /\(example: (.*?)\)/.exec(brief) ?? []
    const { rule } = parseRuleLevel(example)
    assert.ok(
      FINDINGS[name]?.some(({ id }) => id === rule),
      example,
    )
  })
}
