import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readLinkFile } from '../../src/links/link-file.ts'
import { formatOf } from '../../src/links/read/formats.ts'
import { canonist, temporaryFolder } from '../support/command.ts'
import { FIELD } from './support.ts'

const EVERY_LINK = { wanted: null, lists: null }
const A = 'https://a.com/'

/** The links of a file, and what is said of the rest. */
function read(name: string, text: string, choice: Parameters<typeof readLinkFile>[3] = EVERY_LINK): unknown {
  const file = readLinkFile(name, Buffer.from(text, 'latin1'), formatOf(name) ?? 'json', choice)
  if (!('values' in file)) return 'template' in file ? 'template' : file.rule
  const links = file.values.map((value) => value.text)
  return file.fault === null ? links : [...links, file.fault.message]
}

const cases = [
  { why: 'trailing commas', name: 'a.jsonc', text: `{\n "a": "${A}", // a\n "b": [1,],\n}\n`, links: [A] },
  { why: 'an empty file', name: 'a.json', text: ' \n', links: [] },
  { why: 'two commas are wrong', name: 'a.json', text: '[1,,]', links: 'unreadable-file' },
  { why: 'a lone comma is wrong', name: 'a.json', text: '{,}', links: 'unreadable-file' },
  { why: 'not in JSON lines', name: 'a.jsonl', text: `{"a":"${A}",}\n`, links: 'unreadable-file' },
  { why: 'a Helm template', name: 'a.yaml', text: `{{- if .a }}\na: ${A}\n{{- end }}\n`, links: 'template' },
  { why: 'a Jekyll template', name: 'a.json', text: `---\nlayout: none\n---\n["${A}"]`, links: 'template' },
  { why: 'a Liquid template', name: 'a.json', text: `[{% for a in b %}"${A}",{% endfor %}]`, links: 'template' },
  { why: 'tags do not make a template', name: 'a.json', text: `{"a":"{{b}}","c":"${A}"}`, links: [A] },
  { why: 'no tags', name: 'a.yaml', text: `a: [${A}\n`, links: 'unreadable-file' },
  { why: 'a key that stands twice', name: 'a.yaml', text: `a: 1\na: ${A}\n`, links: [A] },
  { why: 'and in front matter', name: 'a.md', text: `---\na: 1\na: 2\n---\n[a](${A})`, links: [A] },
  { why: 'front matter of a template', name: 'a.md', text: `---\na: {{ b "c" }} d\n---\n[a](${A})`, links: [A] },
  { why: 'not UTF-8', name: 'a.md', text: '{{ \xe9 }}', links: 'unreadable-file' },
  { why: 'a ZIP archive', name: 'a.csv', text: 'PK\x03\x04\n\0', links: 'binary-file' },
  { why: 'a Parquet file', name: 'a.json', text: 'PAR1\x15\x04\xff', links: 'binary-file' },
]

describe('a file without fields', () => {
  for (const { why, name, text, links } of cases) {
    test(`${name} ${JSON.stringify(text)} (${why})`, () => assert.deepEqual(read(name, text), links))
  }

  test('the text is read where the front matter is broken, which is told', () => {
    const [link, message] = read('a.md', `---\na: [\n---\n[a](${A})`) as string[]
    assert.equal(link, A)
    assert.match(message ?? '', /\S/)
  })
})

describe('a file with fields', () => {
  for (const text of ['{{- if .a }}\nu: 1\n{{- end }}\n', 'u: 1\nu: 2\n']) {
    test(`a.yaml ${JSON.stringify(text)}`, () => assert.equal(read('a.yaml', text, FIELD), 'unreadable-file'))
  }
})

describe('the command', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder.path, 'kb'))
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, 'kb', name), text)
  write('a.yaml', '{{- if .a }}\n')
  write('b.yaml', '{% if a %}\n-')
  write('c.json', '{')

  test('counts templates, and warns of what cannot be read', async () => {
    const ran = await canonist(['validate', 'kb'], { cwd: folder.path })
    assert.match(ran.stdout, /^kb\/c\.json:1:2: warning: .*\[unreadable-file\]\n$/)
    assert.match(ran.stderr, /3 files, 0 links: 1 warning \(unreadable-file 1\); 2 templates skipped\n$/)
    assert.equal(ran.code, 0)
  })

  test('a binary file is an error, whatever its name or --as says', async () => {
    const zip = folder.file('x.zip', 'PK\x03\x04\n\0')
    const ran = await canonist(['validate', '--as', 'csv', zip])
    assert.match(ran.stdout, /: error: It is a ZIP archive or an office document\. Unzip it, .*\[binary-file\]\n$/)
    assert.equal(ran.code, 1)
  })
})
