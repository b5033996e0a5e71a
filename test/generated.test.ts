import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './support/repository.ts'

interface Generated {
  readonly file: string
  readonly make: (text: string) => string | Promise<string>
}

const SCRIPT = new URL('../packages/core/scripts/generate.mjs', import.meta.url)
const { GENERATED } = (await import(SCRIPT.href)) as { GENERATED: readonly Generated[] }

for (const { file, make } of GENERATED) {
  test(`${file} is current`, async () => {
    const text = readText(file)
    assert.ok((await make(text)) === text, 'run: npm run generate')
  })
}

const { replaceTable } = (await import(
  new URL('../packages/core/scripts/generate/markdown.mjs', import.meta.url).href
)) as {
  replaceTable: (page: string, name: string, head: readonly string[], rows: readonly (readonly string[])[]) => string
}

const pages = [
  { why: 'an old table', page: 'a\n<!-- generated: x -->\n\n| old |\n|---|\n\n<!-- end -->\nb' },
  { why: 'an empty line', page: 'a\n<!-- generated: x -->\n\n<!-- end -->\nb' },
  { why: 'nothing', page: 'a\n<!-- generated: x -->\n<!-- end -->\nb' },
]
for (const { why, page } of pages) {
  test(`a table takes the place of ${why}`, () => {
    const made = replaceTable(page, 'x', ['h'], [['c']])
    assert.equal(made, 'a\n<!-- generated: x -->\n\n| h |\n|---|\n| c |\n\n<!-- end -->\nb')
  })
}

const misplaced = [
  { why: 'no marker', page: 'a\n', says: /lacks the marker <!-- generated: x -->/ },
  { why: 'no end', page: '<!-- generated: x -->\n\n', says: /<!-- generated: x --> has no <!-- end --> of its own/ },
  {
    why: 'the end of the next table',
    page: '<!-- generated: x -->\n\n<!-- generated: y -->\n\n<!-- end -->\n',
    says: /<!-- generated: x --> has no <!-- end --> of its own/,
  },
]
for (const { why, page, says } of misplaced)
  test(`a page with ${why} is refused by the name of the marker`, () =>
    assert.throws(() => replaceTable(page, 'x', ['h'], []), says))

test('what cannot be made names its file', async () => {
  const { generate } = (await import(SCRIPT.href)) as { generate: (each: Generated) => Promise<string> }
  const make = (page: string): string => replaceTable(page, 'no such table', ['h'], [])
  await assert.rejects(generate({ file: 'README.md', make }), /^Error: README\.md: it lacks the marker/)
})
