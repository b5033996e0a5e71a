import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { type LoopbackWeb, startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import {
  runInTerminal,
  startInTerminal,
  type TerminalEnd,
  type TerminalOptions,
  type TerminalSession,
} from '@canonist/test-support/pseudo-terminal.ts'

// Long work in a terminal: a line shows how far it is, above it are the results, and nothing of it is left.

const LINES = 40_000
const { path: cwd, file } = temporaryFolder()
const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')

const SLOW = ['http://a.example.com/1', 'http://a.example.com/2', 'http://a.example.com/3', 'http://a.example.com/4']
let web: LoopbackWeb

before(async () => {
  web = await startLoopbackWeb(Object.fromEntries(SLOW.map((url) => [url, { body: `<title>${url}</title>` }])))
  file('ca.pem', web.ca)
  file('slow.txt', `${SLOW.join('\n')}\n`)
  file('slow.json', JSON.stringify({ u: SLOW }))
  file(
    'urls.txt',
    Array.from({ length: LINES }, (_, index) => `https://s${index % 100}.example.com/${index}?b=1&a=2\n`).join(''),
  )
})
after(() => web.close())

const tried = new Set<string>()
const note = (args: readonly string[]): void => void tried.add(args[0] ?? '').add(args.slice(0, 2).join(' '))

function start(args: readonly string[], options: TerminalOptions = {}): TerminalSession {
  note(args)
  return startInTerminal(args, { cwd, columns: 100, ...options })
}

function run(args: readonly string[], options: TerminalOptions = {}): Promise<TerminalEnd> {
  note(args)
  return runInTerminal(args, { cwd, columns: 100, ...options })
}

/** Makes work long for the line of progress, however fast the machine is. */
const LONG = { NODE_OPTIONS: `--import=${new URL('../../../test/support/fast-clock.ts', import.meta.url).href}` }

/** The flags of a command that requests slow.txt, one URL in half a second. */
const slowly = (list = 'slow.txt'): string[] => [
  list,
  '--host-delay',
  '500',
  '--cacert',
  'ca.pem',
  ...web.connectToFlags.flatMap((to) => ['--connect-to', to]),
]

/** Waits for a line of progress in one row, with the cursor at its start. */
async function untilShown(session: TerminalSession, line: RegExp): Promise<void> {
  await session.until(({ screen }) => line.test(screen.lines.at(-1) ?? '') && screen.column === 0)
}

test('add shows how far it is where its results would go to the same terminal, and leaves its summary only', async () => {
  const session = start(['add', '--db', 'pages.db', 'urls.txt'], { env: LONG })
  await untilShown(session, /^[█░]{20} +\d+ % [\d,]+ lines/)
  const { code, screen } = await session.ended
  assert.deepEqual([code, screen.lines], [0, ['canonist: 40,000 URLs, 40,000 new pages, 0 duplicates, 0 rejected']])
})

test('frontier add shows how far it is', async () => {
  const session = start(['frontier', 'add', '--db', 'queue.db', 'urls.txt'], { env: LONG })
  await untilShown(session, /^[█░]{20} +\d+ % [\d,]+ lines/)
  const { screen } = await session.ended
  assert.deepEqual(screen.lines, ['canonist: 40,000 URLs, 40,000 newly queued pages, 0 duplicates, 0 rejected'])
})

for (const command of ['normalize', 'dedupe']) {
  test(`${command} shows how much it has read, also of a list whose size is unknown`, async () => {
    const pipe = join(cwd, `${command}.pipe`)
    execFileSync('mkfifo', [pipe])
    // For both directions: it waits for no reader.
    const list = openSync(pipe, 'r+')
    const session = start([command, pipe, '-o', `${command}.txt`])
    const shown = untilShown(session, /^[\d,]+ lines/)
    for (let line = 0; line < 20 && !/lines/.test(session.screen.text); line += 1) {
      writeSync(list, `https://e.com/${line}#a\n`.repeat(2000))
      await sleep(100)
    }
    await shown
    closeSync(list)
    const { code, screen } = await session.ended
    assert.equal(code, 0)
    assert.ok(!/^[\d,]+ lines$/m.test(screen.text), screen.text)
  })
}

/** `first` is drawn before the first step, which may take long and keep everything else waiting. */
const ON_REGISTRY: readonly { args: string[]; line: RegExp; first?: string }[] = [
  { args: ['priority', 'P2', 'urls.txt'], line: /^[█░]{20} +\d+ % [\d,]+ lines/ },
  { args: ['policy', 'diff', 'dedupe', 'rfc3986'], line: /^[█░]{20} +\d+ % [\d,]+ of 40,000 URLs/ },
  {
    args: ['policy', 'rekey', 'rfc3986'],
    line: /^[█░]{20} +\d+ % [\d,]+ of 40,000 pages/,
    first: '░   0 % 0 of 40,000 pages',
  },
  { args: ['policy', 'rekey', '--undo', '1'], line: /^[\d,]+ pages/, first: '0 pages' },
  { args: ['learn'], line: /^[\d,]+ records/, first: 'reading the registry…' },
  { args: ['export', 'pages', '-o', 'pages.csv'], line: /^[\d,]+ rows/ },
]
for (const { args, line, first = '' } of ON_REGISTRY) {
  test(`${args.join(' ')} shows how far it is`, async () => {
    const session = start([...args, '--db', 'pages.db'], { env: LONG })
    await untilShown(session, line)
    const { output, screen } = await session.ended
    assert.ok(output.includes(`${first}\u001b[J`) || first === '', output)
    assert.ok(!/[█░]|\/s\b/.test(screen.text), screen.text)
  })
}

test('publish shows what it is doing, and learn for how many sites it has found rules', async () => {
  const published = await run(['publish', 'snapshots', '--db', 'pages.db'])
  assert.match(published.output, /copying pages…[^]*copying aliases…[^]*checking the snapshot…[^]*saving the snapshot…/)
  assert.match(published.screen.text, /^snapshots\/\S+\ncanonist: 40,000 pages with 40,000 URLs published$/)
  const learned = await run(['learn', 'urls.txt', '--input-format', 'text', '-o', 'learned.json'])
  assert.match(learned.output, /finding rules: 0 of 1 sites/)
  assert.ok(!learned.screen.text.includes('finding rules'))
})

const QUIET = [
  { why: 'with --quiet', args: ['--quiet'], options: {} },
  { why: 'in a dumb terminal', args: [], options: { env: { TERM: 'dumb' } } },
  { why: 'where stderr is a file', args: [], options: { shell: '2>messages.txt' } },
  { why: 'where stderr is a pipe', args: [], options: { shell: '2>&1 | cat' } },
]
for (const { why, args, options } of QUIET) {
  test(`resolve draws no line ${why}`, async () => {
    const { output } = await run(['resolve', ...slowly(), ...args], options)
    assert.ok(!output.includes('░') && !output.includes('\u001b[J'), output)
  })
}
test('the messages of resolve in a file have no line', () => {
  assert.equal(read('messages.txt'), 'canonist: 4 URLs: 4 resolved\n')
})

test('results on the same terminal go above the line', async () => {
  const session = start(['canonicalize', ...slowly()])
  await untilShown(session, /^[█░]{20} +\d+ % 1 of 4 URLs/)
  assert.deepEqual(session.screen.lines.slice(0, -1), SLOW.slice(0, 1))
  await untilShown(session, /^[█░]{20} +\d+ % 3 of 4 URLs/)
  assert.deepEqual(session.screen.lines.slice(0, -1), SLOW.slice(0, 3))
  const { code, screen } = await session.ended
  assert.deepEqual([code, screen.lines], [0, [...SLOW, 'canonist: 4 URLs: 4 canonicalized']])
})

test('results in a file leave the terminal to the line', async () => {
  const session = start(['resolve', ...slowly()], { shell: '>results.txt' })
  await untilShown(session, /^[█░]{20} +\d+ % 2 of 4 URLs/)
  assert.deepEqual(session.screen.lines.length, 1)
  const { screen } = await session.ended
  assert.deepEqual(screen.lines, ['canonist: 4 URLs: 4 resolved'])
  assert.ok(!read('results.txt').includes('\u001b'))
})

test('lists of admit show how far they are', async () => {
  file('policy.yaml', 'name: ours\nextends: sources\nhosts: { allow: [example.com] }\n')
  const session = start(['admit', '--policy', 'policy.yaml', ...slowly()])
  await untilShown(session, /^[█░]{20} +\d+ % 2 of 4 URLs/)
  const { screen } = await session.ended
  assert.ok(!screen.text.includes('░'), screen.text)
})

for (const command of ['validate', 'cite'])
  test(`${command} --online shows how many links it has requested`, async () => {
    file('policy.yaml', 'name: ours\nextends: sources\nhosts: { allow: [example.com] }\n')
    const session = start([command, '--online', '--policy', 'policy.yaml', '--field', 'u', ...slowly('slow.json')])
    await untilShown(session, /^[█░]{20} +\d+ % 2 of 4 links/)
    const { screen } = await session.ended
    assert.ok(!screen.text.includes('░'), screen.text)
  })

test('learn --probe shows how many requests it has made', async () => {
  // Too few pairs for a proof, so that the rule is doubtful and its pages are requested.
  const log = Array.from({ length: 30 }, (_, page) => {
    const url = `http://a.example.com/1?id=${page}`
    const withIt = { url: `${url}&mark=${page % 4}`, contentHash: `h${page}` }
    return page < 5 ? [withIt, { url, contentHash: `h${page}` }] : [withIt]
  }).flat()
  file('log.jsonl', log.map((line) => JSON.stringify(line)).join('\n'))
  const session = start(['learn', '--probe', '-o', 'probed.json', ...slowly('log.jsonl')])
  await untilShown(session, /^[2-9] requests/)
  session.type('\u0003')
  const { code } = await session.ended
  assert.equal(code, 130)
})

test('check shows how far it is', async () => {
  await run(['add', '--quiet', '--db', 'links.db', 'slow.txt'])
  const session = start(['check', '--db', 'links.db', ...slowly().slice(1)])
  await untilShown(session, /^[█░]{20} +\d+ % 2 of 4 pages/)
  const { screen } = await session.ended
  assert.match(screen.text, /^canonist: 4 pages checked/)
})

test('Ctrl-C leaves the results, the summary, and nothing of the line', async () => {
  const session = start(['canonicalize', ...slowly()])
  await untilShown(session, /1 of 4 URLs/)
  session.type('\u0003')
  const { code, screen } = await session.ended
  assert.equal(code, 130)
  assert.deepEqual(screen.lines, [...SLOW.slice(0, 1), 'canonist: interrupted, 3 left; 1 URL: 1 canonicalized'])
  assert.equal(screen.column, 0)
})

test('Ctrl-C leaves an empty line where there are no results', async () => {
  const session = start(['add', '--db', 'interrupted.db', 'urls.txt'], { env: LONG })
  await untilShown(session, /lines/)
  session.type('\u0003')
  const { code, screen } = await session.ended
  assert.deepEqual([code, screen.text, screen.column], [130, '', 0])
})

test('the line follows the width of the window', async () => {
  const session = start(['canonicalize', ...slowly()])
  await untilShown(session, /^[█░]{20} +\d+ % 1 of 4 URLs/)
  for (const columns of [30, 12, 80]) {
    session.resize(columns)
    await sleep(500)
    assert.ok(session.screen.column === 0, session.screen.text)
  }
  const { screen } = await session.ended
  assert.deepEqual(screen.lines, [...SLOW, 'canonist: 4 URLs: 4 canonicalized'])
})

test('a list that is typed is not disturbed by a line', async () => {
  const session = start(['normalize'], { shell: '>results.txt' })
  session.type('https://e.com/#a\n')
  await sleep(1000)
  session.type('\u0004')
  const { screen } = await session.ended
  assert.deepEqual(screen.lines.toSorted(), [
    'canonist: Type or paste URLs, one per line. Press Ctrl-D to end the list.',
    'https://e.com/#a',
  ])
})

/** Their lines have a file of their own. */
const ELSEWHERE = ['work']

test('every command that shows how far it is, is among those above', () => {
  const commands = new URL('../src/cli/commands/', import.meta.url)
  const shows = /\/output\/progress\.ts'|\bwithLinks\b|\brunUrlCommand\b|\bingestInputs\b|\bopenLiveLine\b/
  const found = readdirSync(commands).filter((folder) =>
    readdirSync(new URL(folder, commands)).some((name) =>
      shows.test(readFileSync(new URL(`${folder}/${name}`, commands), 'utf8')),
    ),
  )
  assert.ok(found.length > 15, found.join())
  const names = found.map((folder) => folder.replace('-', ' '))
  assert.deepEqual(names.filter((name) => !tried.has(name)).toSorted(), ELSEWHERE)
})
