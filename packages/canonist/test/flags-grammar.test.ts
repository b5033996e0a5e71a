import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECTIONS } from '../src/cli/catalogue.ts'
import type { Action } from '../src/cli/context.ts'
import { defineCommand, pair } from '../src/cli/define-command.ts'
import { createSwitch } from '../src/cli/flags/common.ts'
import type { FlagDescriptions, FlagsOf } from '../src/cli/flags/flags-of.ts'
import { parseRuleLevel } from '../src/cli/flags/rule-levels.ts'
import { text } from '../src/cli/flags/values.ts'
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

const flags = {
  state: { kind: 'enum', values: ['open', 'all'], default: 'open', brief: '' },
  limit: { kind: 'parsed', parse: Number, optional: true, brief: '' },
  url: { kind: 'parsed', parse: text, variadic: true, optional: true, brief: '' },
  quiet: createSwitch(''),
} as const satisfies FlagDescriptions

const described = defineCommand({
  parameters: {
    flags,
    aliases: { q: 'quiet' },
    positional: { kind: 'tuple', parameters: [{ parse: text, brief: '' }] },
  },
  help: { summary: '', usage: [''], details: [], examples: [] },
})

interface Stated {
  readonly state: 'open' | 'all'
  readonly limit: number | undefined
  readonly url: readonly string[] | undefined
  readonly quiet: boolean
}

const load = async () => ({ command: described })
type Run<Flags, Args extends readonly unknown[]> = () => Promise<{ readonly run: Action<Flags, Args> }>
type Given = FlagsOf<typeof flags>

test('what does not compile: a command whose code and description differ', () => {
  const stated = (given: Given): Stated => given
  const given = (flags: Stated): Given => flags
  assert.equal(stated, stated)
  assert.equal(given, given)
  const use = (one: Run<Given, [string]>, other: Run<Given & { readonly host: string }, [string]>): void => {
    pair(load, one)
    // @ts-expect-error a flag is not described
    pair(load, other)
  }
  const useOther = (one: Run<{ readonly limit: number }, [string]>, other: Run<Given, [number]>): void => {
    // @ts-expect-error the flag may be left out
    pair(load, one)
    // @ts-expect-error the argument is text
    pair(load, other)
  }
  assert.notEqual(use, useOther)
})

test('what does not compile: a wrong description of a flag', () => {
  const { help } = described
  // @ts-expect-error the default is not one of the choices
  defineCommand({ help, parameters: { flags: { a: { kind: 'enum', values: ['b'], default: 'c', brief: '' } } } })
  // @ts-expect-error a misspelled word
  defineCommand({ help, parameters: { flags: { a: { kind: 'parsed', parse: text, optionl: true, brief: '' } } } })
  const both = { kind: 'parsed', parse: text, optional: true, default: '', brief: '' } as const
  // @ts-expect-error a flag with a default is never left out
  defineCommand({ help, parameters: { flags: { a: both } } })
  // @ts-expect-error no flag has this name
  defineCommand({ help, parameters: { flags: { a: createSwitch('') }, aliases: { b: 'b' } } })
  assert.ok(defineCommand({ help, parameters: { flags: { a: createSwitch('') }, aliases: { a: 'a' } } }))
})
