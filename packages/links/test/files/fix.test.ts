import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FileFormat } from '../../src/files/read/formats.ts'
import { validateFiles } from '../../src/files/validate.ts'
import { FIELD, createFile, offlineContext, optionsFor } from './support.ts'
import { selectCertainEdits } from '../../src/files/edit-file.ts'
import { checkFixes } from './fix-property.ts'
import { cpuMsSince } from '@canonist/test-support/cpu-time.ts'

const context = offlineContext()

async function fixed(format: FileFormat, content: string, choice = FIELD): Promise<string> {
  const { fixes } = await validateFiles([createFile('a', content, format, choice)], context, optionsFor(choice))
  return fixes[0] === undefined ? content : Buffer.from(fixes[0].bytes).toString()
}

const BAD = 'https://UNO.gob.es/a/b-c'
const GOOD = 'https://uno.gob.es/a/b-c'
const ALL = { wanted: null, lists: null } as unknown as typeof FIELD

const cases: readonly { why: string; format: FileFormat; before: string; after: string; choice?: typeof FIELD }[] = [
  {
    why: 'indentation, order and line ends',
    format: 'json',
    before: `\ufeff{\r\n\t"z":1.0,  "u" :"${BAD}"}\r\n\r\n`,
    after: `\ufeff{\r\n\t"z":1.0,  "u" :"${GOOD}"}\r\n\r\n`,
  },
  {
    why: 'no line end',
    format: 'json',
    before: `{"u":"${BAD}","a":"\\u00e9\\/"}`,
    after: `{"u":"${GOOD}","a":"\\u00e9\\/"}`,
  },
  {
    why: 'slashes as they are escaped',
    format: 'json',
    before: '{"u":"https:\\/\\/UNO.gob.es\\/a\\/b-c"}',
    after: '{"u":"https:\\/\\/uno.gob.es\\/a\\/b-c"}',
  },
  {
    why: 'each of a list',
    format: 'json',
    before: `{"u":["${BAD}","${GOOD}","${BAD}/x-y"]}`,
    after: `{"u":["${GOOD}","${GOOD}","${GOOD}/x-y"]}`,
  },
  {
    why: 'not what only the network can prove: scheme, slash, fragment, host, a short link',
    format: 'json',
    before: `{"u":["http://uno.gob.es/a/b-c","${GOOD}/","${GOOD}#top","https://boe.es/a/b-c","https://bit.ly/x"]}`,
    after: `{"u":["http://uno.gob.es/a/b-c","${GOOD}/","${GOOD}#top","https://boe.es/a/b-c","https://bit.ly/x"]}`,
  },
  {
    why: 'tracking and sessions, whatever else is found: a home page, an unknown parameter, http, a fragment',
    format: 'json',
    before: `{"u":["https://www.sepe.es/?utm_source=x","${GOOD}?x=1&fbclid=2","http://uno.gob.es/a;jsessionid=1F/?gclid=3#top"]}`,
    after: `{"u":["https://www.sepe.es","${GOOD}?x=1","http://uno.gob.es/a/#top"]}`,
  },
  {
    why: 'not another field',
    format: 'json',
    before: `{"v":"${BAD}","u":"${GOOD}"}`,
    after: `{"v":"${BAD}","u":"${GOOD}"}`,
  },
  { why: 'a comment stays', format: 'yaml', before: `u:   ${BAD}   # why\n`, after: `u:   ${GOOD}   # why\n` },
  { why: 'quotes stay', format: 'yaml', before: `u: ['${BAD}', "${BAD}"]`, after: `u: ['${GOOD}', "${GOOD}"]` },
  {
    why: 'an apostrophe in single quotes',
    format: 'yaml',
    before: `u: '${BAD}/it''s-x'`,
    after: `u: '${GOOD}/it''s-x'`,
  },
  {
    why: 'a plain one that cannot stay plain',
    format: 'yaml',
    before: `{u: ${BAD}/%5Bx-y}`,
    after: `{u: ${GOOD}/%5Bx-y}`,
  },
  {
    why: 'a block stays a block',
    format: 'yaml',
    before: `u: |+\n   ${BAD}\n\nv: 1`,
    after: `u: |+\n   ${GOOD}\n\nv: 1`,
  },
  {
    why: 'what an alias refers to is left alone',
    format: 'yaml',
    before: `a: {u: &x ${BAD}}\nb: {u: *x}\n`,
    after: `a: {u: &x ${BAD}}\nb: {u: *x}\n`,
  },
  {
    why: 'nor what one refers to that stands in a field nobody named',
    format: 'yaml',
    before: `u: &x ${BAD}\notra: *x\n`,
    after: `u: &x ${BAD}\notra: *x\n`,
  },
  {
    why: 'nor what is in an object that is merged elsewhere',
    format: 'yaml',
    before: `a: &x {u: ${BAD}}\nb:\n  <<: *x\nc: &free {u: ${BAD}}\n`,
    after: `a: &x {u: ${BAD}}\nb:\n  <<: *x\nc: &free {u: ${GOOD}}\n`,
  },
  {
    why: 'a cell',
    format: 'csv',
    before: `id;u\r\n1;${BAD}\r\n2;"${BAD}"\r\n`,
    after: `id;u\r\n1;${GOOD}\r\n2;"${GOOD}"\r\n`,
  },
  {
    why: 'front matter',
    format: 'markdown',
    before: `---\nu: ${BAD}\n---\n[a](${BAD})\n`,
    after: `---\nu: ${GOOD}\n---\n[a](${BAD})\n`,
  },
  {
    why: 'links of the text',
    format: 'markdown',
    before: `[a](${BAD} "t") <${BAD}> ${BAD}, ![i](${BAD})\n\n[r]: <${BAD}> 'x'\n`,
    after: `[a](${GOOD} "t") <${GOOD}> ${GOOD}, ![i](${BAD})\n\n[r]: <${GOOD}> 'x'\n`,
    choice: ALL,
  },
  {
    why: 'characters by their numbers are a part of the URL',
    format: 'markdown',
    before: `[a](${BAD}?lang=es&#38;id=2) ${BAD}?lang=es&amp;id=3`,
    after: `[a](${GOOD}?lang=es&id=2) ${GOOD}?lang=es&id=3`,
    choice: ALL,
  },
  {
    why: 'code is not edited, whatever is in the list item before it',
    format: 'markdown',
    before: `- a stray \` backtick\n- [b](${BAD})\n- \`${BAD}\` and \` c\n- \`\`\`\n  ${BAD}\n- ${BAD}\n`,
    after: `- a stray \` backtick\n- [b](${GOOD})\n- \`${BAD}\` and \` c\n- \`\`\`\n  ${BAD}\n- ${GOOD}\n`,
    choice: ALL,
  },
  {
    why: 'a box of a site generator may be code',
    format: 'markdown',
    before: `!!! note\n\n    ${BAD}\n`,
    after: `!!! note\n\n    ${BAD}\n`,
    choice: ALL,
  },
  {
    why: 'a parenthesis in a target',
    format: 'markdown',
    before: `[a](${BAD}/x\\)-y)`,
    after: `[a](${GOOD}/x\\)-y)`,
    choice: ALL,
  },
]

describe('--fix', () => {
  for (const { why, format, before, after, choice = FIELD } of cases) {
    test(`${format}: ${JSON.stringify(before)} -> ${JSON.stringify(after)} (${why})`, async () => {
      assert.equal(await fixed(format, before, choice), after)
      assert.equal(await fixed(format, after, choice), after)
    })
  }

  test('a file of 1,000 anchors and aliases takes no time, and is left alone', async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `a${n}: &x${n} ${BAD}/p-${n}\nb${n}: *x${n}\n`)
    const start = process.cpuUsage()
    assert.equal(await fixed('yaml', lines.join(''), ALL), lines.join(''))
    assert.ok(cpuMsSince(start) < 10_000)
  })

  test('a file is read again 64 times at most, whatever its edits do', () => {
    const file = createFile('a', JSON.stringify({ u: Array.from({ length: 500 }, () => BAD) }), 'json')
    // The reading of one file in another format always fails.
    let readings = 0
    const counted = {
      ...file,
      get format() {
        readings += 1
        return 'jsonl' as const
      },
    }
    const edits = file.values.map((_, value) => ({ value, url: GOOD, written: `${GOOD}"` }))
    assert.deepEqual(selectCertainEdits(counted, edits, FIELD.wanted), [])
    assert.ok(readings <= 65, String(readings))
  })

  test('edits that come out wrong are left out, and the others are made', () => {
    const file = createFile('a', JSON.stringify({ u: Array.from({ length: 500 }, () => BAD) }), 'json')
    const edits = file.values.map((_, value) => ({ value, url: GOOD, written: value % 3 === 0 ? `${GOOD}x` : GOOD }))
    assert.deepEqual(
      selectCertainEdits(file, edits, FIELD.wanted),
      edits.filter(({ written }) => written === GOOD),
    )
  })

  test('generated files keep every byte outside of the links, and mean the canonical URLs', () => checkFixes(300))
})
