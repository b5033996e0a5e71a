import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Admission } from '../../src/admit/admission.ts'
import { exportRows, type Exported } from '@canonist/server/internal/export/export-rows'
import { openCanonist } from '@canonist/server/internal/canonist/open-canonist'
import { inOrder } from '../../../registry/test/registry/support/in-order.ts'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'
import { startLoopbackWeb, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { usePostgres } from '@canonist/test-support/postgres.ts'

// The command with a registry, against a web on loopback that speaks TLS.

const { path: folder, file } = temporaryFolder()
const POLICY = 'name: test\nextends: sources\nversion: "7"\nhosts: { allow: [boe.es, sepe.es], shorteners: [bit.ly] }\n'
const HTML = { 'content-type': 'text/html' }
let web: LoopbackWeb
let count = 0

before(async () => {
  const page = { headers: HTML, body: '<title>A</title>' }
  web = await startLoopbackWeb({
    'https://www.boe.es/a/3': page,
    'https://www.boe.es/a/3?xyz=1': page,
    'https://www.boe.es/b': { status: 301, headers: { location: 'https://www.boe.es/a/3' } },
    'https://bit.ly/1': { status: 301, headers: { location: 'https://www.boe.es/b' } },
    'https://www.boe.es/lista': { status: 301, headers: { location: 'https://www.boe.es/lista/' } },
    'https://www.boe.es/lista/': page,
    'https://sepe.es/ayuda-4': page,
    'https://www.sepe.es/ayuda-4': page,
    'http://sepe.es/': { status: 301, headers: { location: 'https://www.sepe.es/' } },
    'https://www.sepe.es/': page,
    'http://plano.boe.es/a/3': page,
  })
  file('ca.pem', web.ca)
  file('policy.yaml', POLICY)
  file(
    'urls.txt',
    ['https://bit.ly/1', '', 'http://www.boe.es/a/3#top', 'https://tienda.com/', 'https://www.boe.es/b'].join('\n'),
  )
})
after(() => web.close())

const freshLocation = (): string => join(folder, `registry-${++count}.db`)

function run(location: string, ...args: string[]): Promise<Ran> {
  const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
  const fixed = [
    '--policy',
    'policy.yaml',
    '--db',
    location,
    '--host-delay',
    '0',
    '--ignore-robots',
    '--cacert',
    'ca.pem',
  ]
  return canonist(['admit', ...fixed, ...mapping, ...args], { cwd: folder })
}

const ask = (location: string, ...args: string[]): Promise<Ran> =>
  canonist([...args, '--db', location], { cwd: folder })

const parseLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const parseRows = async (ran: Promise<Ran>): Promise<Record<string, unknown>[]> => parseLines((await ran).stdout)

/** What the registry has, as `export` writes it. Not by the command: starting it takes far longer than reading a few rows. */
async function readRows(location: string, what: Exported): Promise<Record<string, unknown>[]> {
  const canonist = await openCanonist(location, { readOnly: true })
  const written: Buffer[] = []
  // The bytes may be reused when a write is done.
  const sink = { write: async (bytes: Uint8Array) => void written.push(Buffer.from(bytes)) }
  await exportRows(canonist, what, sink, { format: 'jsonl' })
  await canonist.close()
  return parseLines(Buffer.concat(written).toString())
}

describe('canonist admit --db', () => {
  const locations = {
    sqlite: async () => freshLocation(),
    postgres: async () => (await usePostgres()).copyDatabase(),
  }
  for (const [name, location] of Object.entries(locations)) {
    test(`${name}: a list becomes pages, aliases, rejected inputs and admissions`, async () => {
      const db = await location()
      const { code, stdout } = await run(db, 'urls.txt')
      assert.deepEqual(
        [code, stdout],
        [1, 'https://www.boe.es/a/3\n\nhttps://www.boe.es/a/3\n\nhttps://www.boe.es/a/3\n'],
      )
      const pages = await readRows(db, 'pages')
      assert.deepEqual(
        pages.map(({ canonicalUrl, linkType }) => [canonicalUrl, linkType]),
        [['https://www.boe.es/a/3', 'informative']],
      )
      const aliases = await readRows(db, 'aliases')
      assert.deepEqual(inOrder(aliases.map(({ rawUrl, evidence, fragment }) => [rawUrl, evidence, fragment])), [
        ['http://www.boe.es/a/3#top', 'admission', '#top'],
        ['https://bit.ly/1', 'redirect', null],
        ['https://www.boe.es/a/3', 'rule', null],
        ['https://www.boe.es/b', 'redirect', null],
      ])
      const rejected = await readRows(db, 'rejected')
      assert.deepEqual(
        rejected.map(({ rawUrl, code }) => [rawUrl, code]),
        [['https://tienda.com/', 'not_allowlisted']],
      )
    })
  }

  test('--json is the admission, and export admissions has all of it', async () => {
    const db = freshLocation()
    const { stdout } = await run(db, '--json', 'urls.txt')
    const printed = stdout.split('\n').filter((line) => line !== '')
    const kept = await parseRows(ask(db, 'export', 'admissions'))
    const bare = kept.map(({ id, isCurrent, isAnswered, firstSeen, lastSeen, count, ...admission }) =>
      JSON.stringify(admission),
    )
    assert.deepEqual(bare, printed)
    assert.deepEqual(
      kept.map(({ isCurrent, count }) => [isCurrent, count]),
      printed.map(() => [true, 1]),
    )
  })

  test('csv and parquet have the same columns', async () => {
    const db = freshLocation()
    await run(db, '--offline', 'https://www.boe.es/a/3')
    const { stdout } = await ask(db, 'export', 'admissions', '--format', 'csv')
    assert.match(stdout, /^id,decision,canonical,original,reason,flags,/)
    assert.match(stdout, /\n1,accept,https:\/\/www\.boe\.es\/a\/3,/)
    assert.match(stdout, /,true,false,/)
    const parquet = await ask(db, 'export', 'admissions', '--format', 'parquet')
    assert.equal(parquet.bytes.subarray(0, 4).toString(), 'PAR1')
  })

  test('without --db nothing is written, whatever the environment names', async () => {
    const before = readdirSync(folder)
    const { code } = await canonist(['admit', '-p', 'policy.yaml', '--offline', 'https://www.boe.es/a/3'], {
      cwd: folder,
      env: { CANONIST_DB: join(folder, 'environment.db') },
    })
    assert.equal(code, 0)
    assert.deepEqual(readdirSync(folder), before)
    assert.ok(!existsSync(join(folder, 'environment.db')))
  })

  test('the same list again: no new page, no new review, every record counted', async () => {
    const db = freshLocation()
    await run(db, 'urls.txt')
    const reviews = (await ask(db, 'review', 'list', '--json')).stdout
    await run(db, 'urls.txt')
    assert.equal((await readRows(db, 'pages')).length, 1)
    assert.equal((await ask(db, 'review', 'list', '--json')).stdout, reviews)
    const kept = await readRows(db, 'admissions')
    assert.deepEqual(
      kept.map(({ count }) => count),
      [2, 2, 2, 2],
    )
  })

  test('find shows what admission knows, also as JSON', async () => {
    const db = freshLocation()
    await run(db, 'https://bit.ly/1', 'https://www.boe.es/a/3?xyz=1')
    const { code, stdout } = await ask(db, 'find', 'https://bit.ly/1')
    assert.equal(code, 0)
    assert.match(stdout, /^https:\/\/www\.boe\.es\/a\/3\n/)
    assert.match(stdout, /\n {2}accept https:\/\/bit\.ly\/1 \(\d{4}-\d\d-\d\d, 1 time, policy 7\+[0-9a-f]{16}\)\n/)
    assert.match(stdout, /301 {2,}https:\/\/www\.boe\.es\/b\n/)
    const unknown = (await ask(db, 'find', 'https://www.boe.es/a/3?xyz=1')).stdout
    assert.match(unknown, /flag {2,}unknown_param: The policy does not list a parameter/)
    const [page] = await parseRows(ask(db, 'find', '--json', 'https://bit.ly/1'))
    const admissions = page?.['admissions'] as Admission[]
    assert.deepEqual(
      admissions.map(({ original }) => original),
      ['https://bit.ly/1'],
    )
  })

  test('what was found out of hosts is kept, shown by find --host, and used offline', async () => {
    const db = freshLocation()
    await run(db, 'https://sepe.es/ayuda-4', 'https://www.boe.es/lista/')
    const found = await ask(db, 'find', '--host', 'sepe.es')
    assert.equal(found.code, 0)
    assert.match(found.stdout, /canonical_host {2,}www\.sepe\.es {2,}discovered, \d{4}/)
    const facts = await readRows(db, 'facts')
    const fact = facts.find(({ host }) => host === 'sepe.es')
    assert.deepEqual([fact?.['host'], fact?.['source'], fact?.['value']], ['sepe.es', 'discovered', 'www.sepe.es'])
    const connections = web.connections()
    const offline = await run(db, '--offline', '--quiet', 'https://sepe.es/otra-5', 'https://www.boe.es/lista/')
    assert.equal(offline.stdout, 'https://www.sepe.es/otra-5\nhttps://www.boe.es/lista/\n')
    assert.equal(web.connections(), connections)
  })

  test('a domain is looked into once, by however many URLs and runs', async () => {
    const db = freshLocation()
    const urls = Array.from({ length: 5 }, (_, index) => `https://sepe.es/ayuda-4?id=${index}`)
    const heads = (): number => web.requests.filter(({ method }) => method === 'HEAD').length
    const before = heads()
    const list = file('sepe.txt', ['https://sepe.es/ayuda-4', 'https://sepe.es/ayuda-4#x', ...urls].join('\n'))
    await run(db, list)
    assert.equal(heads(), before + 2)
    await run(db, list)
    assert.equal(heads(), before + 2)
  })

  test('a host without https is stored as such, raises one review, and is accepted when a person says so', async () => {
    const db = freshLocation()
    const closed = ['--connect-to', 'plano.boe.es:443:127.0.0.1:1', '--quiet', 'http://plano.boe.es/a/3']
    const first = await run(db, ...closed)
    assert.deepEqual([first.code, first.stdout], [1, 'http://plano.boe.es/a/3\n'])
    const [review] = await parseRows(ask(db, 'review', 'list', '--json'))
    assert.deepEqual([review?.['kind'], review?.['subject'], review?.['count']], ['http_only', 'plano.boe.es', 1])
    await ask(db, 'review', 'accept', String(review?.['id']))
    const again = await run(db, ...closed)
    assert.deepEqual([again.code, again.stdout], [0, 'http://plano.boe.es/a/3\n'])
    const [page] = await readRows(db, 'pages')
    assert.deepEqual(
      [page?.['canonicalUrl'], page?.['fetchUrl']],
      ['http://plano.boe.es/a/3', 'http://plano.boe.es/a/3'],
    )
  })

  test('--dry-run shows what another policy would change, and records nothing', async () => {
    const db = freshLocation()
    await run(db, 'urls.txt', 'https://sepe.es/ayuda-4')
    const state = (): Promise<unknown[]> =>
      Promise.all((['admissions', 'pages', 'facts', 'reviews'] as const).map((what) => readRows(db, what)))
    const before = await state()
    file('stricter.yaml', POLICY.replace('boe.es, sepe.es', 'boe.es'))
    const same = await run(db, '--dry-run', 'urls.txt')
    assert.match(same.stderr, /nothing was recorded; 0 would be new, 0 would change, 4 would stay\n/)
    const other = ['--dry-run', '--policy', 'stricter.yaml', '--db', db, '--offline']
    const { code, stderr } = await canonist(['admit', ...other, 'https://sepe.es/ayuda-4', 'https://www.boe.es/z/9'], {
      cwd: folder,
    })
    assert.equal(code, 1)
    assert.match(stderr, /ayuda-4: accept https:\/\/www\.sepe\.es\/ayuda-4 would become reject not_allowlisted\n/)
    assert.match(stderr, /nothing was recorded; 1 would be new, 1 would change, 0 would stay\n/)
    assert.deepEqual(await state(), before)
    assert.equal((await run(join(folder, 'none.db'), '--dry-run', 'urls.txt')).code, 3)
    assert.ok(!existsSync(join(folder, 'none.db')))
    const without = await canonist(['admit', '-p', 'policy.yaml', '--dry-run', 'https://boe.es/'], { cwd: folder })
    assert.equal(without.code, 2)
  })

  test('a decision is obeyed the next time', async () => {
    const db = freshLocation()
    const url = 'https://www.boe.es/a/3?xyz=1'
    assert.equal((await run(db, '--quiet', url)).code, 1)
    const [review] = await parseRows(ask(db, 'review', 'list', '--json'))
    assert.deepEqual([review?.['kind'], review?.['subject']], ['unknown_param', 'boe.es xyz'])
    const shown = await ask(db, 'review', 'show', String(review?.['id']))
    assert.match(shown.stdout, /Does the parameter xyz lead to different pages on boe\.es\?/)
    await ask(db, 'review', 'reject', String(review?.['id']), '--by', 'ada')
    const again = await run(db, '--quiet', url)
    assert.deepEqual([again.code, again.stdout], [0, 'https://www.boe.es/a/3\n'])
  })

  test('a registry that add has made is kept as it is', async () => {
    const db = freshLocation()
    await ask(db, 'add', 'https://www.boe.es/a/3?utm_source=x')
    assert.equal((await run(db, 'http://www.boe.es/a/3')).code, 0)
    const [page, ...others] = await readRows(db, 'pages')
    assert.deepEqual([page?.['canonicalUrl'], others], ['https://www.boe.es/a/3', []])
    assert.equal((await ask(db, 'add', 'https://www.boe.es/a/3#x')).code, 0)
  })

  test('a network that is down records nothing against what is known', async () => {
    const db = freshLocation()
    await run(db, 'https://www.boe.es/b')
    const args = ['admit', '-p', 'policy.yaml', '--db', db, '--connect-to', '::127.0.0.1:1', 'https://www.boe.es/b']
    assert.equal((await canonist(args, { cwd: folder })).code, 3)
    const [page] = await parseRows(ask(db, 'find', '--json', 'https://www.boe.es/b'))
    assert.equal(page?.['canonicalUrl'], 'https://www.boe.es/a/3')
    const kept = await readRows(db, 'admissions')
    assert.deepEqual(
      kept.map(({ isCurrent, isAnswered }) => [isCurrent, isAnswered]),
      [
        [true, true],
        [false, false],
      ],
    )
  })

  const WRONG: readonly (readonly [why: string, location: string, code: number, says: RegExp])[] = [
    ['a location that is none', 'mysql://x/y', 2, /is not a database location/],
    ['a folder that is not there', '/nowhere/at/all.db', 3, /cannot be opened/],
    ['a server that is not there', 'postgres://127.0.0.1:1/x', 3, /cannot be reached/],
  ]
  for (const [why, location, expected, says] of WRONG) {
    test(`${why}: exit code ${expected}, and nothing on stdout`, async () => {
      const { code, stdout, stderr } = await run(location, '--offline', 'https://www.boe.es/a/3')
      assert.deepEqual([code, stdout], [expected, ''])
      assert.match(stderr, says)
    })
  }
})
