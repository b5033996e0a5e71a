import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SECTIONS } from '../src/cli/catalogue.ts'
import { describeCommands } from '../src/cli/help/describe-commands.ts'
import { LINE_ERRORS } from '@canonist/lists/internal/io/line-errors'

const PAGE = readFileSync(new URL('../../../docs/reference/command-line.md', import.meta.url), 'utf8')

/** The part of the page under a heading, up to the next one of the same depth. */
function section(heading: string): string {
  const start = PAGE.indexOf(`\n## ${heading}\n`)
  assert.notEqual(start, -1, `the page has no section ${heading}`)
  const end = PAGE.indexOf('\n## ', start + 1)
  return PAGE.slice(start, end === -1 ? undefined : end)
}

const commands = await describeCommands(SECTIONS)

test('the page has a section for every command, in the order of help, and for no other', () => {
  const sections = [...PAGE.matchAll(/^## canonist (.+)$/gm)].map(([, words]) => words)
  assert.deepEqual(
    sections,
    commands.map(({ name }) => name),
  )
})

test('the first table lists every command with its summary', () => {
  const rows = [...PAGE.matchAll(/^\| \[`(.+?)`\]\(#canonist-(.+?)\) \| (.+) \|$/gm)].map(([, name, , text]) => [
    name,
    text,
  ])
  assert.deepEqual(
    rows,
    commands.map(({ name, help }) => [name, help.summary]),
  )
})

for (const { name, flags } of commands) {
  test(`canonist ${name}: the flags of the code are those of the page`, () => {
    const rows = section(`canonist ${name}`).matchAll(/^\| `(--[a-z[\]-]+)[^`]*`(?:, `(-[a-z])`)? \|/gm)
    assert.deepEqual(
      [...rows].map(([, long, short = null]) => [long, short]),
      flags.map(({ long, short }) => [long, short]),
    )
  })

  test(`canonist ${name}: what the page says about flags in its own words is about flags that exist`, () => {
    const known = new Set(flags.map(({ long }) => long.replace('[no-]', '')))
    const bullets = section(`canonist ${name}`).matchAll(/^- `(--[a-z-]+)[^`]*`:/gm)
    for (const [, long = ''] of bullets) assert.ok(known.has(long), long)
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
  const inPage = [...section('Environment').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(new Set(inPage), inCode)
})
