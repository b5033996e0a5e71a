import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { type LoopbackWeb, send, startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { startInTerminal, type TerminalOptions, type TerminalSession } from '@canonist/test-support/pseudo-terminal.ts'

// A crawl in a terminal: one line shows what is fetched and what is left, and nothing of it stays.

const { path: cwd } = temporaryFolder()
const HOSTS = 4
const PAGES = 10
let web: LoopbackWeb
let databases = 0

before(async () => {
  web = await startLoopbackWeb((_request, response, { path }) => {
    if (path === '/robots.txt' || path.endsWith('9')) return send(response, { status: 404 })
    return send(response, { body: `<title>${path}</title>`, delayMs: 50 })
  })
})
after(() => web.close())

const listPages = (host: number): string[] =>
  Array.from({ length: PAGES }, (_, page) => `http://h${host}.example/${page}`)
/** Forty URLs of four hosts, four of which lead nowhere. */
const URLS = Array.from({ length: HOSTS }, (_, host) => listPages(host)).flat()

interface WorkOptions extends TerminalOptions {
  readonly urls?: readonly string[]
}

/** Starts to work on a queue of its own. */
async function work(flags: readonly string[], { urls = URLS, ...options }: WorkOptions = {}): Promise<TerminalSession> {
  const db = `${(databases += 1)}.db`
  const frontier = await openFrontier(join(cwd, db))
  await frontier.submit(urls)
  await frontier.close()
  const net = web.connectToFlags.flatMap((to) => ['--connect-to', to])
  const args = [
    'work',
    '--db',
    db,
    '--drain',
    ...net,
    ...(flags.includes('--host-delay') ? [] : ['--host-delay', '300']),
    ...flags,
  ]
  return startInTerminal(args, { cwd, columns: 110, ...options })
}

const LINE = /^([\d,]+) fetched(?:, [\d.]+\/s)?, ([\d,]+) queued, (\d) hosts?(?:, (\d) failures?: not_found \4)?$/
const SUMMARY = /^canonist: 40 results, (?:4 dead, 36 fetched|36 fetched, 4 dead), 0 renamed, 40 requests\s*$/

const readLine = ({ screen }: TerminalSession): string => screen.lines.at(-1) ?? ''

test('work shows what it has fetched, what is left, and why pages failed', async () => {
  const session = await work([])
  await session.until((now) => /^\d+ fetched, [\d.]+\/s, \d+ queued, 4 hosts/.test(readLine(now)))
  await session.until((now) => readLine(now).includes(' failures: not_found '))
  const [, fetched, queued, hosts, failed] = LINE.exec(readLine(session)) ?? []
  assert.ok(Number(fetched) > 0 && Number(queued) < 40 && Number(hosts) <= 4 && Number(failed) <= 4, readLine(session))
  assert.equal(session.screen.column, 0)
  const { code, screen } = await session.ended
  assert.equal(code, 0)
  assert.match(screen.text, SUMMARY)
})

test('work counts no host whose pages are only fetched again later', async () => {
  const session = await work([], { urls: ['http://h0.example/9', ...listPages(1).slice(0, 8)] })
  await session.until((now) => readLine(now).endsWith(' queued, 1 host, 1 failure: not_found 1'))
  session.type('\u0003')
  await session.ended
})

test('work --processes shows the sum, and messages of all processes go above it', async () => {
  const session = await work(['--processes', '2', '--metrics-port', '0', '--log', 'text', '--concurrency', '2'])
  await session.until((now) => LINE.test(readLine(now)) && Number.parseInt(readLine(now), 10) > 5)
  const { code, screen } = await session.ended
  assert.equal(code, 0)
  assert.equal(screen.lines.filter((line) => line.startsWith('canonist: /healthz and /metrics are at ')).length, 2)
  assert.equal(screen.lines.filter((line) => /^fetched - 200 \d+ ms http:\/\/h\d\.example\/\d$/.test(line)).length, 36)
  assert.equal(
    screen.lines.filter((line) => /^dead not_found 404 \d+ ms http:\/\/h\d\.example\/9$/.test(line)).length,
    4,
  )
  assert.match(screen.lines.at(-1) ?? '', SUMMARY)
  assert.equal(screen.lines.length, 43)
})

for (const processes of ['1', '2']) {
  test(`Ctrl-C leaves the summary of ${processes} worker(s), and nothing of the line`, async () => {
    const session = await work(['--processes', processes])
    await session.until((now) => LINE.test(readLine(now)))
    session.type('\u0003')
    const { code, screen } = await session.ended
    assert.equal(code, 3)
    assert.match(screen.text, /^canonist: \d+ results?, .*\ncanonist: The worker stopped before everything was done\./)
    assert.equal(screen.column, 0)
  })
}

const QUIET: { why: string; flags: string[]; options: TerminalOptions; says: RegExp }[] = [
  { why: 'with --quiet', flags: ['--quiet'], options: {}, says: /^$/ },
  { why: 'in a dumb terminal', flags: [], options: { env: { TERM: 'dumb' } }, says: SUMMARY },
  {
    why: 'where stderr is a pipe',
    flags: ['--processes', '2'],
    options: { shell: '2>&1 | cat' },
    says: SUMMARY,
  },
  { why: 'where stderr is a file', flags: [], options: { shell: '2>messages.txt' }, says: /^$/ },
]
for (const { why, flags, options, says } of QUIET) {
  test(`work draws no line ${why}`, async () => {
    const { output } = await (await work([...flags, '--host-delay', '0'], options)).ended
    assert.match(output, says)
  })
}
test('the messages of work in a file have no line', () =>
  assert.match(readFileSync(join(cwd, 'messages.txt'), 'utf8'), SUMMARY))
