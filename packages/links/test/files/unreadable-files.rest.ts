import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readLinkFile } from '../../src/files/link-file.ts'
import { findFormat } from '../../src/files/read/formats.ts'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { FIELD } from './support.ts'

const EVERY_LINK = { wanted: null, lists: null }
const A = 'https://a.com/'

/** The links of a file, and what is said of the rest. */
function read(name: string, text: string, choice: Parameters<typeof readLinkFile>[3] = EVERY_LINK): unknown {
  const file = readLinkFile(name, Buffer.from(text, 'latin1'), findFormat(name) ?? 'json', choice)
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
  { why: 'and after a byte order mark', name: 'a.json', text: '\xef\xbb\xbf---\n', links: 'template' },
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

  test('the text is read if the front matter is broken, which is reported', () => {
    const [link, message] = read('a.md', `---\na: [\n---\n[a](${A})`) as string[]
    assert.equal(link, A)
    assert.match(message ?? '', /\S/)
  })

  test('broken front matter is read as text, so that none of its links is missed', () => {
    const [link, other] = read('a.md', `---\nby: [Ada](${A}) and others\nat: 'https://b.com/\n---\n`) as string[]
    assert.deepEqual([link, other], [A, 'https://b.com/'])
  })
})

describe('a table of more than 1,000 URLs', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder.path, 'kb'))
  const row = (at: number): string => `${at},https://a.com/${at}?fbclid=1\n`
  const table = (rows: number): string => `id,url\n${Array.from({ length: rows }, (_, at) => row(at)).join('')}`
  writeFileSync(join(folder.path, 'kb', 'large.csv'), table(1001))
  writeFileSync(join(folder.path, 'kb', 'small.csv'), table(2))
  const run = (...args: readonly string[]) => canonist(['validate', ...args], { cwd: folder.path })

  test('is data where a folder has it: it is skipped and counted', async () => {
    const { stdout, stderr } = await run('kb')
    assert.doesNotMatch(stdout, /large/)
    assert.match(stderr, /2 files, 2 links: 2 warnings .*; 1 data set skipped \(name the file to check it\); /)
  })

  for (const args of [['kb/large.csv'], ['kb', '--field', 'url', '--policy', 'links']]) {
    test(`is checked by validate ${args.join(' ')}`, async () => {
      const { stdout, stderr } = await run(...args)
      assert.match(stdout, /large\.csv:1002:/)
      assert.doesNotMatch(stderr, /data set/)
    })
  }
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
  write('c.json', '{"a": "http://a.com/"')

  test('counts templates, and warns of what cannot be read', async () => {
    const ran = await canonist(['validate', 'kb'], { cwd: folder.path })
    assert.match(ran.stdout, /^kb\/c\.json:1:22: warning: .*\[unreadable-file\]\n$/)
    assert.match(ran.stderr, /3 files, 0 links: 1 warning \(unreadable-file 1\); 2 templates skipped\n$/)
    assert.equal(ran.code, 0)
  })

  describe('without a URL', () => {
    const bare = temporaryFolder()
    const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
    mkdirSync(join(bare.path, 'kb'))
    const contents = {
      'broken.json': '{"source": """a"""}',
      'front.md': '---\nreviewers:\n- @ada\n---\n[a](https://a.com/)\n',
      'latin.csv': Buffer.from('city\nM\xe1laga\n', 'latin1'),
      'wide.yaml': utf16('kind: Namespace\n'),
      'wide-link.yaml': utf16('a: https://a.com/\n'),
      'front-link.md': '---\na: [https://a.com/\n---\n',
      'archive.json': 'PK\x03\x04\n\0',
    }
    for (const [name, content] of Object.entries(contents)) writeFileSync(join(bare.path, 'kb', name), content)
    symlinkSync('nowhere', join(bare.path, 'kb', 'dangling.json'))
    const every = [...Object.keys(contents), 'dangling.json'].toSorted()
    const run = (...args: readonly string[]) => canonist(['validate', ...args], { cwd: bare.path })
    const filesIn = (stdout: string): string[] => [...stdout.matchAll(/^kb\/([^:]+):/gm)].map(([, name = '']) => name)
    const WITH_LINKS = ['archive.json', 'wide-link.yaml']

    test('a file of a folder is skipped and counted, since no link was missed', async () => {
      const { stdout, stderr } = await run('kb')
      assert.deepEqual(filesIn(stdout), WITH_LINKS)
      assert.match(
        stderr,
        /; no links missed in the unreadable parts of 6 files \(--rule unreadable-file=warning reports them\)\n$/,
      )
    })

    test('a file that is named is reported', async () => {
      assert.deepEqual(filesIn((await run('kb/broken.json', 'kb/wide.yaml', 'kb/front.md')).stdout), [
        'broken.json',
        'wide.yaml',
        'front.md',
      ])
    })

    test('all are reported on request', async () => {
      const { stdout, stderr } = await run('--rule', 'unreadable-file=warning', '--rule', 'binary-file=note', 'kb')
      assert.deepEqual(filesIn(stdout), every)
      assert.doesNotMatch(stderr, /unreadable parts/)
    })

    test('all are reported where a field is named', async () => {
      const { stdout } = await run('--field', 'a', '--policy', 'sources', 'kb', '--rule', 'no-link=off')
      assert.deepEqual(new Set(filesIn(stdout)), new Set(every))
    })
  })

  test('a binary file is an error, whatever its name or --as says', async () => {
    const zip = folder.file('x.zip', 'PK\x03\x04\n\0')
    const ran = await canonist(['validate', '--as', 'csv', zip])
    assert.match(ran.stdout, /: error: It is a ZIP archive or an office document\. Unzip it, .*\[binary-file\]\n$/)
    assert.equal(ran.code, 1)
  })
})
