import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { canonist, temporaryFolder } from '@canonist/test-support/command.ts'
import { type LoopbackWeb, startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { runInTerminal, type TerminalEnd, type TerminalOptions } from '@canonist/test-support/pseudo-terminal.ts'

// Every command with colours, in a terminal: what a person sees, and that the codes go nowhere else.

const URL_IN = 'HTTP://Example.com:80/a/../b?utm_source=x&b=2&a=1#top'
const SENT_ON = 'https://a.example.com/0'
/** The very codes that our own colours use, and others: those of URLs, names and pages must be shown, never obeyed. */
const CODES = '\u001b[31m\u001b[9m\u001b[2m\u001b[39m\u001b[8m\u001b[2J\u001b]0;title\u0007\u009b31m'
const HOSTILE = `https://a.example.com/${CODES}?utm_source=${CODES}#${CODES}`

const COLOUR = /\u001b\[\d+m/
const [STRUCK, RED, GREEN] = [9, 31, 32]

const { path: cwd, file } = temporaryFolder()
let web: LoopbackWeb

before(async () => {
  web = await startLoopbackWeb({
    [SENT_ON]: { status: 301, headers: { location: '/1' } },
    'https://a.example.com/1': { body: '<title>One</title>' },
    'https://a.example.com/gone': { status: 410 },
    'https://a.example.com/hostile': {
      body: `<title>${CODES}</title><link rel="canonical" href="/${CODES}">`,
    },
  })
  file('ca.pem', web.ca)
  file('policy.yaml', 'name: ours\nextends: sources\nhosts: { allow: [example.com] }\n')
  file('wrong.yaml', 'name: p\nexamples:\n  - { input: "https://e.com/a", url: "https://e.com/b" }\n')
  file('links.json', JSON.stringify({ u: 'https://www.example.com/a?utm_source=x' }))
  file('hostile.json', JSON.stringify({ u: HOSTILE }))
  const registry = await openRegistry(join(cwd, 'canonist.db'))
  await registry.ingest(['https://e.com/a?b=1&a=2', 'https://e.com/a?a=2&b=1', `https://e.com/${CODES}`, CODES])
  await registry.close()
  const frontier = await openFrontier(join(cwd, 'canonist.db'))
  await frontier.submit(['https://e.com/a?a=2&b=1', `https://e.com/${CODES}`])
  await frontier.claim()
  await frontier.close()
  await canonist(
    ['add', '-q', '--db', 'sources.db', '-p', 'sources', 'https://e.com/a?foo=1', 'https://e.com/a?foo=2'],
    {
      cwd,
    },
  )
  await canonist(['add', '-q', '--db', 'links.db', 'https://a.example.com/gone'], { cwd })
})
after(() => web.close())

const listNetworkFlags = (): string[] => [
  ...web.connectToFlags.flatMap((flag) => ['--connect-to', flag]),
  '--cacert',
  'ca.pem',
]

const run = (args: readonly string[], options: TerminalOptions = {}): Promise<TerminalEnd> =>
  runInTerminal(args, { cwd, columns: 400, ...options })

test('explain strikes out what was removed, in red, and shows what was added in green', async () => {
  const { code, screen } = await run(['explain', URL_IN])
  assert.match(screen.text, /^ {2}lowercase-scheme +safe +HTTPhttp:\/\/Example\.com:80\/a/m)
  assert.deepEqual([screen.styleOf('HTTP'), screen.styleOf('http')], [[STRUCK, RED], [GREEN]])
  assert.equal(code, 0)
})

test('compare strikes out in the same way', async () => {
  const { code, screen } = await run(['compare', 'https://e.com/tea', 'https://e.com/cup'])
  assert.match(screen.text, /^ {2}https:\/\/e\.com\/teacup$/m)
  assert.deepEqual([screen.styleOf('tea'), screen.styleOf('cup')], [[STRUCK, RED], [GREEN]])
  assert.equal(code, 1)
})

interface Coloured {
  readonly args: readonly string[]
  readonly usesNetwork?: boolean
  /** Whether hostile text is among what it shows. */
  readonly isHostile?: boolean
}

const COLOURED: readonly Coloured[] = [
  { args: ['explain', URL_IN] },
  { args: ['explain', '--policy', 'rfc3986', HOSTILE], isHostile: true },
  { args: ['compare', 'https://e.com/a', 'https://E.com/b'] },
  { args: ['compare', HOSTILE, 'https://a.example.com/'], isHostile: true },
  { args: ['policy', 'list'] },
  { args: ['policy', 'show', 'sources'] },
  { args: ['policy', 'test', 'wrong.yaml'] },
  { args: ['policy', 'diff', 'dedupe', 'rfc3986'] },
  { args: ['review', 'list'] },
  { args: ['review', 'show', '1'], isHostile: true },
  { args: ['review', 'reject', '1', '--dry-run', '--db', 'sources.db'] },
  { args: ['find', 'https://e.com/a?a=2&b=1'] },
  { args: ['find', '--host', 'e.com'], isHostile: true },
  { args: ['frontier', 'list'] },
  { args: ['frontier', 'explain', 'https://e.com/a?a=2&b=1'] },
  { args: ['frontier', 'stats'] },
  { args: ['validate', '--policy', 'policy.yaml', '--field', 'u', 'links.json'] },
  { args: ['validate', '--policy', 'policy.yaml', '--field', 'u', 'hostile.json'], isHostile: true },
  { args: ['cite', '--policy', 'policy.yaml', '--field', 'u', 'hostile.json'], isHostile: true },
  { args: ['admit', '--policy', 'policy.yaml', '--offline', HOSTILE], isHostile: true },
  { args: ['canonicalize', SENT_ON], usesNetwork: true },
  { args: ['canonicalize', 'https://a.example.com/hostile'], usesNetwork: true },
  { args: ['resolve', SENT_ON], usesNetwork: true },
  { args: ['check', '--db', 'links.db', '--host-delay', '0'], usesNetwork: true },
  { args: ['help'] },
  { args: ['explain', '--help'] },
]

for (const { args, usesNetwork = false, isHostile = false } of COLOURED) {
  test(`${nameCommand(args)} has colours, which end with each line, and none with NO_COLOR`, async () => {
    const words = [...args, ...(usesNetwork ? listNetworkFlags() : [])]
    const { output, screen } = await run(words)
    assert.match(output, COLOUR)
    assert.ok(screen.isBalanced, output)
    // Ours are not shown as text; those of others are.
    assert.equal(output.includes(String.raw`\u001b[31m\u001b[9m`), isHostile, screen.text)
    assert.equal(output.includes(String.raw`\u001b`), isHostile, screen.text)
    const plain = await run(words, { env: { NO_COLOR: '1' } })
    assert.ok(!plain.output.includes('\u001b'), plain.output)
  })
}

/** The folder of a command that has another name in the table. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'review decide': 'review reject' }

test('every command that has colours is among those above', () => {
  const commands = new URL('../src/cli/commands/', import.meta.url)
  const found = readdirSync(commands).filter((folder) =>
    readdirSync(new URL(folder, commands)).some((name) =>
      /\bcreatePaint\b|\b[hH]as(?:Message)?Colour\b/.test(readFileSync(new URL(`${folder}/${name}`, commands), 'utf8')),
    ),
  )
  assert.ok(found.length > 15, found.join())
  const shown = new Set(COLOURED.flatMap(({ args }) => [args[0], args.slice(0, 2).join(' ')]))
  const names = found.map((folder) => folder.replace('-', ' ')).map((name) => OTHER_NAMES[name] ?? name)
  assert.deepEqual(
    names.filter((name) => !shown.has(name)),
    [],
  )
})

const STREAMS = [
  { args: ['explain', URL_IN], shell: '2>file.txt', isColoured: true },
  { args: ['explain', URL_IN], shell: '| cat', isColoured: false },
  { args: ['explain', URL_IN, '-o', 'file.txt'], shell: '', isColoured: false },
  { args: ['admit', '--policy', 'policy.yaml', '--offline', HOSTILE], shell: '>file.txt', isColoured: true },
  { args: ['admit', '--policy', 'policy.yaml', '--offline', HOSTILE], shell: '2>file.txt', isColoured: false },
  { args: ['canonicalize', SENT_ON], usesNetwork: true, shell: '>file.txt', isColoured: true },
  { args: ['canonicalize', SENT_ON], usesNetwork: true, shell: '2>file.txt', isColoured: false },
  { args: ['canonicalize', SENT_ON], usesNetwork: true, shell: '2>&1 | cat', isColoured: false },
]
for (const { args, usesNetwork = false, shell, isColoured } of STREAMS) {
  test(`${nameCommand(args)} ${shell} colours what goes to the terminal, and nothing else`, async () => {
    file('file.txt', '')
    const { output } = await run([...args, ...(usesNetwork ? listNetworkFlags() : [])], { shell })
    assert.equal(COLOUR.test(output), isColoured, output)
    assert.ok(!readFileSync(join(cwd, 'file.txt')).includes('\u001b'))
  })
}

for (const args of [['explain', URL_IN], ['admit', '--policy', 'policy.yaml', '--offline', HOSTILE], ['help']]) {
  test(`${nameCommand(args)} has no colours in a dumb terminal`, async () => {
    const { output } = await run(args, { env: { TERM: 'dumb' } })
    assert.ok(!output.includes('\u001b'), output)
  })
}

function nameCommand(args: readonly string[]): string {
  return `canonist ${toPrintable(args.join(' ')).slice(0, 70)}`
}

for (const args of [['explain'], ['explain', '--nope'], ['resolve', '--timeout', 'x'], ['nope'], ['explain', 'nope']]) {
  test(`the error of ${args.join(' ')} is plain text`, async () => {
    const { output } = await run(args)
    assert.match(output, /^canonist: /)
    assert.ok(!output.includes('\u001b'), output)
  })
}
