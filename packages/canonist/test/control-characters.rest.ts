import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()
// Sets the title of the window, clears it, writes red and struck through, as our own colours do, and begins a new line; turns the direction
// of text, hides text in it, ends a line for those who read Unicode, writes in tags, and gives commands to a build.
const EVIL =
  '\u001b]0;title\u0007\u001b[2J\u001b[31m\u001b[9m\r\u009b31m\u202e\u2066\u061c\u200f\u200b\u2060\ufeff\u2028\u00ad\u{e0041}##[error]x##vso[a]'
const SEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const policy = folder.file(
  'evil.json',
  JSON.stringify({ name: `::error::a${EVIL}`, description: `b${EVIL}`, extends: 'dedupe' }),
)
const faulty = folder.file('faulty.json', JSON.stringify({ name: 'f', [`x${EVIL}`]: 1 }))
const list = folder.file(`::error::list${EVIL}.txt`, `no url\n::error::${EVIL}\n`)
const examples = folder.file(`::error::policy${EVIL}.yaml`, 'name: p\nexamples:\n  - { input: "https://e.com/" }\n')
const knowledge = `::error::links${EVIL}.json`
folder.file(
  knowledge,
  JSON.stringify({ [`::error::${EVIL}`]: `https://www.boe.es/a/${EVIL}?utm_source=${EVIL}#${EVIL}` }),
)
const broken = `::error::broken${EVIL}.json`
folder.file(broken, '{')
const log = folder.file(
  `log${EVIL}.jsonl`,
  Array.from({ length: 40 }, (_, index) =>
    ['1', '2'].map((sid) =>
      JSON.stringify({ url: `https://e.com/${index}?s=${sid}#${EVIL}`, contentHash: `${index}` }),
    ),
  )
    .flat()
    .join('\n'),
)

const URLS = [`https://e.com/a?b=${EVIL}#::error::${EVIL}`, `https://e.com/b/${EVIL}`, `https://www.e.com/a?b=${EVIL}`]
const db = join(folder.path, 'registry.db')
const onDb = (...args: string[]): string[] => [...args, '--db', db]

before(async () => {
  const registry = await openRegistry(db)
  await registry.ingest([...URLS, `::error::${EVIL}`, `https://e.com/%zz${EVIL}`])
  await registry.close()
  const frontier = await openFrontier(db)
  await frontier.submit(URLS)
  await frontier.close()
})

const commands = [
  ['explain', '--policy', policy, 'https://e.com/'],
  ['explain', '--policy', 'rfc3986', URLS[0] ?? ''],
  ['explain', '--json', '--policy', 'rfc3986', URLS[0] ?? ''],
  ['explain', `::error::${EVIL}`],
  ['compare', '--policy', policy, 'https://e.com/', 'https://e.com/b'],
  ['compare', '--policy', 'rfc3986', URLS[0] ?? '', URLS[1] ?? ''],
  ['compare', '--json', '--policy', 'rfc3986', URLS[0] ?? '', URLS[1] ?? ''],
  ['compare', `::error::${EVIL}`, 'https://e.com/'],
  ['policy', 'show', policy],
  ['policy', 'show', '--json', policy],
  ['policy', 'test', examples],
  ['policy', 'test', '--json', examples],
  ['policy', 'show', faulty],
  ['policy', 'show', `none${EVIL}`],
  ['policy', 'import', '--input-format', 'clearurls', `none${EVIL}`],
  ['normalize', list],
  ['normalize', '--format', 'jsonl', list],
  ['dedupe', list],
  ['normalize', `none${EVIL}`],
  ['normalize', '--format', `csv${EVIL}`],
  ['normalize', `--none${EVIL}`],
  [`none${EVIL}`],
  ['resolve', '--timeout', '1', list],
  ['resolve', '--json', list],
  ['canonicalize', list],
  ['canonicalize', '--json', list],
  ['admit', '--offline', `https://www.boe.es/${EVIL}?p=${EVIL}#${EVIL}`],
  ['admit', '--offline', '--json', `https://www.boe.es/${EVIL}?p=${EVIL}#${EVIL}`],
  ['validate', '--field', '*', knowledge],
  ['validate', '--field', '*', '--format', 'json', knowledge],
  ['validate', '--field', '*', '--format', 'sarif', knowledge],
  ['validate', '--field', '*', '--format', 'junit', knowledge],
  ['validate', broken],
  ['cite', knowledge],
  ['cite', '--json', knowledge],
  ['learn', log],
  ['learn', '--json', log],
  onDb('find', URLS[0] ?? ''),
  onDb('find', '--json', URLS[0] ?? ''),
  onDb('find', '--host', 'e.com'),
  onDb('find', `::error::${EVIL}`),
  onDb('export', 'aliases'),
  onDb('export', 'rejected'),
  onDb('review', 'list'),
  onDb('review', 'list', '--json'),
  onDb('review', 'show', '1'),
  onDb('frontier', 'list'),
  onDb('frontier', 'list', '--json'),
  onDb('frontier', 'explain', URLS[0] ?? ''),
  onDb('frontier', 'explain', '--json', URLS[0] ?? ''),
  onDb('frontier', 'explain', `::error::${EVIL}`),
  onDb('check', '--dry-run'),
  onDb('check', '--dry-run', '--format', 'json'),
  onDb('add', `https://e.com/c/${EVIL}`, '--json'),
]

for (const [index, args] of commands.entries()) {
  test(`text of others is shown, not obeyed: ${index}, canonist ${toPrintable(args.slice(0, 2).join(' '))}`, async () => {
    const { stdout, stderr } = await canonist(args, { cwd: folder.path })
    const shown = stdout + stderr
    for (const line of shown.split('\n')) {
      assert.doesNotMatch(line, SEEN)
      assert.doesNotMatch(line, /##[a-z]*\[/)
      assert.doesNotMatch(line, /^\s*::[a-z]/)
    }
    assert.notEqual(shown.trim(), '')
    assert.doesNotMatch(stderr, /defect of canonist/)
  })
}

test('validate --format github: a file name is a property, and its text no command', async () => {
  const { stdout } = await canonist(['validate', '--field', '*', '--format', 'github', knowledge], { cwd: folder.path })
  const lines = stdout.trimEnd().split('\n')
  assert.ok(lines.length > 0)
  for (const line of lines) {
    assert.match(line, /^::(?:error|warning|notice) file=%3A%3Aerror%3A%3Alinks[^,:]*,line=1,[^:]*::/)
    assert.doesNotMatch(line, SEEN)
  }
})
