import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { canonist, temporaryFolder, type Ran } from '../support/command.ts'
import { startLoopbackWeb, type LoopbackWeb, type Page } from '../support/loopback-web.ts'
import { article, html } from './support/pages.ts'

// The command as users start it, against a web with TLS on loopback: every verdict, and what is written about it.

const ALLOWED = ['example.com', 'example.org']
const CHALLENGE: Page = {
  status: 403,
  headers: { 'cf-mitigated': 'challenge' },
  body: html('Just a moment...', 'Wait'),
}

const PAGES: Readonly<Record<string, Page>> = {
  'https://a.example.com/tea': { body: article('Tea', 1) },
  'https://a.example.com/old': { status: 301, headers: { location: '/new' } },
  'https://a.example.com/new': { body: article('New place', 2) },
  'https://a.example.com/lost': { status: 302, headers: { location: '/' } },
  'https://a.example.com/': { body: html('A', 'Welcome to the home page') },
  'https://a.example.com/says': { body: html('Página no encontrada | A', 'Lo sentimos.') },
  'https://a.example.com/ended': { status: 410 },
  'https://a.example.com/sold': { status: 301, headers: { location: 'https://casino.example.net/' } },
  'https://a.example.com/login': { status: 401 },
  'https://wall.example.com/x': CHALLENGE,
  'https://busy.example.com/x': { status: 429, headers: { 'retry-after': '7200' } },
  'https://busy.example.com/y': { body: article('Y', 3) },
  'https://b.example.org/robots.txt': { body: 'User-agent: *\nDisallow: /private' },
  'https://b.example.org/private': { body: article('Private', 4) },
}

const EXPECTED: Readonly<Record<string, string>> = {
  'https://a.example.com/': 'healthy',
  'https://a.example.com/tea': 'healthy',
  'https://a.example.com/old': 'moved',
  'https://a.example.com/lost': 'soft404',
  'https://a.example.com/says': 'soft404',
  'https://a.example.com/ended': 'gone',
  'https://a.example.com/sold': 'takeover_suspect',
  'https://a.example.com/login': 'guarded',
  'https://a.example.com/missing': 'degraded',
  'https://wall.example.com/x': 'guarded',
  'https://busy.example.com/x': 'inconclusive',
  'https://b.example.org/private': 'inconclusive',
}

const { path: folder, file } = temporaryFolder()
let web: LoopbackWeb

before(async () => {
  web = await startLoopbackWeb(PAGES)
  file('ca.pem', web.ca)
  file('policy.json', JSON.stringify({ name: 'ours', extends: 'dedupe', hosts: { allow: ALLOWED } }))
  file('urls.txt', `${Object.keys(EXPECTED).join('\n')}\n`)
})
after(() => web.close())

const run = (args: readonly string[]): Promise<Ran> => canonist(args, { cwd: folder })

function check(db: string, ...flags: string[]): Promise<Ran> {
  const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
  return run([
    'check',
    '--db',
    db,
    '--policy',
    'policy.json',
    '--host-delay',
    '0',
    '--cacert',
    'ca.pem',
    ...mapping,
    ...flags,
  ])
}

interface JsonReport {
  readonly pages: readonly {
    readonly url: string
    readonly verdict: string
    readonly movedTo: string | null
    readonly evidence: readonly unknown[]
  }[]
  readonly findings: readonly { readonly rule: string; readonly url: string; readonly replacement?: string }[]
}

const verdictsIn = ({ stdout }: Ran): Record<string, string> =>
  Object.fromEntries((JSON.parse(stdout) as JsonReport).pages.map(({ url, verdict }) => [url, verdict]))

test('every verdict comes of what the web answers', async () => {
  await run(['add', '--db', 'all.db', 'urls.txt', '--quiet'])
  const ran = await check('all.db', '--report', 'json')
  assert.deepEqual(verdictsIn(ran), EXPECTED, ran.stderr)
  assert.equal(ran.code, 1)
  const { findings, pages } = JSON.parse(ran.stdout) as JsonReport
  const moved = findings.find(({ rule }) => rule === 'moved')
  assert.equal(moved?.replacement, 'https://a.example.com/new')
  const gone = pages.find(({ verdict }) => verdict === 'gone')
  assert.deepEqual(gone?.evidence.length, 1)
  assert.equal(
    web.requests.some(({ host }) => host === 'casino.example.net'),
    false,
  )
})
