import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Command, RouteMap } from '@stricli/core'
import { LINE_ERRORS } from '../src/io/line-errors.ts'
import { loadRoutes } from '../src/cli/application.ts'
import type { CanonistContext } from '../src/cli/context.ts'

const PAGE = readFileSync(new URL('../../../docs/reference/command-line.md', import.meta.url), 'utf8')

type Target = Command<CanonistContext> | RouteMap<CanonistContext>

/** Every command of the code by its words. */
function commandsOf(target: Target, words: readonly string[] = []): [string, Command<CanonistContext>][] {
  if (!('getAllEntries' in target)) return [[words.join(' '), target]]
  return target
    .getAllEntries()
    .flatMap((entry) => commandsOf(entry.target, [...words, entry.name['convert-camel-to-kebab']]))
}

/** The part of the page under a heading, up to the next one of the same depth. */
function section(heading: string): string {
  const start = PAGE.indexOf(`\n## ${heading}\n`)
  assert.notEqual(start, -1, `the page has no section ${heading}`)
  const end = PAGE.indexOf('\n## ', start + 1)
  return PAGE.slice(start, end === -1 ? undefined : end)
}

const commands = commandsOf(await loadRoutes())

/** A flag as it is typed. */
const typed = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

test('the page has a section for every command, and for no other', () => {
  const sections = [...PAGE.matchAll(/^## canonist (.+)$/gm)].map(([, words]) => words)
  assert.deepEqual(
    sections,
    commands.map(([words]) => words),
  )
})

test('the first table lists every command with its brief', () => {
  const rows = [...PAGE.matchAll(/^\| \[`(.+?)`\]\(#canonist-(.+?)\) \| (.+) \|$/gm)].map(([, words, , brief]) => [
    words,
    brief,
  ])
  assert.deepEqual(
    rows,
    commands.map(([words, command]) => [words, command.brief]),
  )
})

for (const [words, command] of commands) {
  test(`canonist ${words}: the flags of the code are those of the page`, () => {
    const aliases = Object.entries(command.parameters.aliases ?? {})
    const inCode = Object.keys(command.parameters.flags ?? {}).map((name) => {
      const short = aliases.find(([, flag]) => flag === name)?.[0]
      return short === undefined ? typed(name) : `${typed(name)} -${short}`
    })
    const rows = section(`canonist ${words}`).matchAll(/^\| `(--[a-z-]+)[^`]*`(?:, `(-[a-z])`)? \|/gm)
    const inPage = [...rows].map(([, long, short]) => (short === undefined ? long : `${long} ${short}`))
    assert.deepEqual(inPage, inCode)
  })

  test(`canonist ${words}: choices and defaults of the code are those of the page`, () => {
    for (const [name, flag] of Object.entries(command.parameters.flags ?? {})) {
      const row =
        section(`canonist ${words}`)
          .split('\n')
          .find((line) => new RegExp(`^\\| \`${typed(name)}[ \`]`).test(line)) ?? ''
      if (flag.kind === 'enum') assert.ok(row.includes(`${typed(name)} ${flag.values.join('\\|')}\``), row)
      if (flag.kind === 'enum' && flag.default !== undefined)
        assert.ok(row.includes(`Default: \`${String(flag.default)}\``), row)
      if (flag.kind === 'parsed' && flag.default !== undefined)
        assert.ok(row.includes(`Default: \`${String(flag.default)}\``), row)
    }
  })
}

test('the codes of lines are those of the table', () => {
  const rows = [...section('Input').matchAll(/^\| `(line\/[a-z0-9-]+)` \| (.+?) \| (.+) \|$/gm)].map(
    ([, code, says, fix]) => [code, says, fix],
  )
  assert.deepEqual(
    rows,
    Object.entries(LINE_ERRORS).map(([code, { says, fix }]) => [code, says, fix]),
  )
})

test('the environment variables of the code are those of the page', () => {
  const source = readFileSync(new URL('../src/cli/environment.ts', import.meta.url), 'utf8')
  const inCode = new Set([...source.matchAll(/env\['([A-Z_]+)'\]/g)].map(([, name]) => name))
  inCode.delete('TERM')
  const inPage = [...section('Environment').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(new Set(inPage), inCode)
})
