import assert from 'node:assert/strict'
import { join } from 'node:path'
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { test } from 'node:test'
import { urlKey } from '@canonist/core'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import {
  canonist,
  exitCode,
  start,
  temporaryFolder,
  type Ran,
  type RunOptions,
} from '@canonist/test-support/command.ts'
import { usePostgres } from '@canonist/test-support/postgres.ts'
import { inOrder } from './support/in-order.ts'

const folder = temporaryFolder()
let count = 0

/** Runs commands on one new registry. */
function onRegistry(location = join(folder.path, `registry-${++count}.db`)) {
  const run = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
    canonist([...args, '--db', location], options)
  return { location, run }
}

const parseJson = (ran: Ran): unknown => JSON.parse(ran.stdout)
const parseRows = (ran: Ran): Record<string, unknown>[] =>
  ran.stdout
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const LIST = ['https://a.example/', 'https://A.example/?utm_source=x', '', 'no url', 'https://b.example/#top', 'no url']

test('add: lines of a file; the report on stdout, the summary on stderr, exit code 1 for rejected ones', async () => {
  const { run } = onRegistry()
  const ran = await run(['add', '--json', folder.file('list.txt', LIST.join('\r\n'))])
  assert.deepEqual(parseJson(ran), { seen: 5, new: 2, duplicates: 1, rejected: 2 })
  assert.match(ran.stderr, /^canonist: 5 URLs, 2 new pages, 1 duplicate, 2 rejected/)
  assert.equal(ran.code, 1)
})

const TABLES = [
  { name: 'csv', text: 'id,link\n1,https://a.example/\n2,"https://b.example/?q=a,b"\n3,\n4\n', column: 'link' },
  { name: 'tsv', text: 'link\tid\nhttps://a.example/\t1\nhttps://b.example/?q=a,b\t2\n\t3\nbad\t4\n', column: 'link' },
  {
    name: 'jsonl',
    text: '{"link":"https://a.example/"}\n{"link":"https://b.example/?q=a,b"}\n\n{"link":7}\n',
    column: 'link',
  },
]

for (const { name, text, column } of TABLES) {
  test(`add: a column of ${name}, from stdin`, async () => {
    const { run } = onRegistry()
    const ran = await run(['add', '--json', '--quiet', '--input-format', name, '--column', column, '-'], {
      stdin: text,
    })
    assert.deepEqual(parseJson(ran), { seen: 3, new: 2, duplicates: 0, rejected: 1 })
    assert.equal(ran.stderr, '')
  })
}

test('add: with a column, the name of the file shows the format', async () => {
  const { run } = onRegistry()
  const file = folder.file('links.csv.gz', gzipSync('id,link\n1,https://a.example/\n2,https://A.example/\n'))
  const ran = await run(['add', '--json', '--column', 'link', file])
  assert.deepEqual(parseJson(ran), { seen: 2, new: 1, duplicates: 1, rejected: 0 })
})

test('add: URLs as arguments, a compressed file and stdin make one run', async () => {
  const { run } = onRegistry()
  const file = folder.file('list.txt.gz', gzipSync('https://b.example/\nhttps://c.example/\n'))
  const ran = await run(['add', '--json', 'https://a.example/', file, '-'], { stdin: 'https://c.example/\n' })
  assert.deepEqual(parseJson(ran), { seen: 4, new: 3, duplicates: 1, rejected: 0 })
  assert.equal(ran.code, 0)
})

test('add: bytes that are no text are kept', async () => {
  const { run } = onRegistry()
  const bytes = Buffer.from([0x68, 0xff, 0x0a])
  await run(['add', '-'], { stdin: bytes })
  const [rejected] = parseRows(await run(['export', 'rejected']))
  assert.equal(rejected?.['code'], 'line/invalid-utf8')
  assert.deepEqual(Buffer.from(String(rejected['rawBytes']), 'base64'), bytes.subarray(0, 2))
})

test('add: the policy is fixed by the first run', async () => {
  const { run } = onRegistry()
  await run(['add', '--policy', 'sources', 'http://a.example/'])
  assert.equal(parseRows(await run(['export', 'pages']))[0]?.['canonicalUrl'], 'https://a.example')
  const refused = await run(['add', '--policy', 'dedupe', 'http://b.example/'])
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /under the policy sources, not under dedupe\. .*policy rekey/)
  assert.equal((await run(['add', 'http://b.example/'])).code, 0)
})

const WRONG = [
  { args: ['add', '--column', 'link', 'https://a.example/'], says: /--column needs a format/ },
  { args: ['add', '--input-format', 'csv', 'https://a.example/'], says: /--input-format csv needs --column/ },
  { args: ['find'], says: /Pass either URLs, or one of/ },
  { args: ['find', '--host', 'a.example', 'https://a.example/'], says: /Pass either URLs, or one of/ },
  {
    args: ['find', '--subdomains', 'https://a.example/'],
    says: /--subdomains has no effect without --host\. Add --host\./,
  },
  { args: ['find', '--key', 'abc'], says: /64 hex digits/ },
  { args: ['find', '--prefix', 'a.example'], says: /does not contain a whole host/ },
  { args: ['add', '--db', 'mysql://localhost/', 'https://a.example/'], says: /is not a database location/ },
]

for (const { args, says } of WRONG) {
  test(`canonist ${args.join(' ')} is wrong usage: exit code 2`, async () => {
    const location = join(folder.path, 'wrong.db')
    await canonist(['add', '--quiet', '--db', location, 'https://a.example/'])
    const ran = await canonist(args, { env: { CANONIST_DB: location } })
    assert.match(ran.stderr, says)
    assert.equal(ran.stderr.trimEnd().split('\n').length, 1)
    assert.equal(ran.code, 2)
  })
}

test('export of an unknown kind is wrong usage', async () => {
  const ran = await canonist(['export', 'links'])
  assert.match(ran.stderr, /must be one of pages, aliases, rejected, reviews/)
  assert.notEqual(ran.code, 0)
})

test('find and export of a registry that is not there: exit code 3, and none is made', async () => {
  const { run, location } = onRegistry()
  for (const args of [
    ['find', 'https://a.example/'],
    ['export', 'pages'],
  ]) {
    const ran = await run(args)
    assert.match(ran.stderr, /The database does not exist/)
    assert.equal(ran.code, 3)
  }
  assert.throws(() => statSync(location))
})

test('--db beats CANONIST_DB, which beats ./canonist.db', async () => {
  const cwd = temporaryFolder().path
  const env = { CANONIST_DB: join(cwd, 'named.db') }
  await canonist(['add', '-q', 'https://default.example/'], { cwd })
  await canonist(['add', '-q', 'https://named.example/'], { cwd, env })
  await canonist(['add', '-q', '--db', 'flag.db', 'https://flag.example/'], { cwd, env })
  for (const [file, host] of [
    ['canonist.db', 'default'],
    ['named.db', 'named'],
    ['flag.db', 'flag'],
  ] as const) {
    const pages = parseRows(await canonist(['export', 'pages', '--db', join(cwd, file)]))
    assert.deepEqual(
      pages.map((page) => page['host']),
      [`${host}.example`],
    )
  }
})

test('find: a page with its aliases, as JSON and for people', async () => {
  const { run } = onRegistry()
  await run(['add', ...LIST.filter((line) => line.startsWith('https'))])
  const found = await run(['find', '--json', 'https://a.example/#x'])
  const page = parseJson(found) as {
    canonicalUrl: string
    key: string
    aliases: { rawUrl: string; evidence: string }[]
  }
  assert.equal(page.key, urlKey('https://a.example/'))
  assert.deepEqual(inOrder(page.aliases.map(({ rawUrl, evidence }) => [rawUrl, evidence])), [
    ['https://A.example/?utm_source=x', 'rule'],
    ['https://a.example/', 'rule'],
  ])
  assert.equal(found.code, 0)
  const shown = await run(['find', 'https://a.example/'])
  assert.match(shown.stdout, /^https:\/\/a\.example\/\n/)
  assert.match(
    shown.stdout,
    /^ {2}rule {2}2 URLs\n(?: {4}1 × {2}https:.*\n)*? {4}1 × {2}https:\/\/A\.example\/\?utm_source=x\n/m,
  )
})

test('find: a page of search results is a section, and a home page is called one only where its URL says so', async () => {
  const { run } = onRegistry()
  const urls = ['https://a.example/search?page=2&q=tea', 'https://a.example/prices', 'https://a.example/']
  await run(['add', ...urls])
  const found = parseRows(await run(['find', '--json', ...urls]))
  assert.deepEqual(
    found.map(({ linkType, shownLinkType }) => [linkType, shownLinkType]),
    [
      ['section', 'section'],
      ['homepage', null],
      ['homepage', 'homepage'],
    ],
  )
  const shown = await Promise.all(urls.map(async (url) => (await run(['find', url])).stdout))
  assert.deepEqual(
    shown.map((text) => /^ *type +(.*)$/m.exec(text)?.[1]),
    ['section', undefined, 'homepage'],
  )
})

const misses = [
  {
    args: ['www.a.example'],
    says: /"www\.a\.example": The URL has no scheme\. Did you mean: canonist find .*https:\/\/www\.a\.example\b/,
  },
  { args: ['--host', 'b.example'], says: /the host b\.example is not in the registry/ },
  { args: ['--prefix', 'https://b.example/'], says: /a page below https:\/\/b\.example\/ is not in the registry/ },
]
for (const { args, says } of misses) {
  test(`find ${args.join(' ')} says ${says}`, async () => {
    const { run } = onRegistry()
    await run(['add', 'https://www.a.example/'])
    const { code, stdout, stderr } = await run(['find', ...args])
    assert.match(stderr, says)
    assert.deepEqual([code, stdout], [1, ''])
  })
}

test('find: what is unknown gives exit code 1 and nothing on stdout', async () => {
  const { run } = onRegistry()
  await run(['add', 'https://a.example/'])
  const ran = await run(['find', '--json', 'https://a.example/', 'https://c.example/'])
  assert.equal(parseRows(ran).length, 1)
  assert.match(ran.stderr, /https:\/\/c\.example\/ is not in the registry/)
  assert.equal(ran.code, 1)
})

test('find: by key, by host, by subdomains, by prefix', async () => {
  const { run } = onRegistry()
  await run(['add', '-q', 'https://a.example/x', 'https://www.a.example/x', 'https://a.example/y'])
  const urls = async (...args: readonly string[]): Promise<unknown[]> =>
    inOrder(parseRows(await run(['find', '--json', ...args])).map((page) => page['canonicalUrl']))
  assert.deepEqual(await urls('--key', urlKey('https://a.example/y')), ['https://a.example/y'])
  assert.deepEqual(await urls('--host', 'a.example'), ['https://a.example/x', 'https://a.example/y'])
  assert.equal((await urls('--host', 'a.example', '--subdomains')).length, 3)
  assert.deepEqual(await urls('--prefix', 'https://a.example/x'), ['https://a.example/x'])
})

test('an interrupted file is resumed, a finished one counts again, a changed one is another file', async () => {
  const { run, location } = onRegistry()
  const lines = Array.from({ length: 180_000 }, (_, index) => `https://a.example/${index % 150_000}\n`).join('')
  const file = folder.file('long.txt', lines)
  const child = start(['add', '--db', location, file])
  child.stderr.resume()
  await until(() => readPosition(location) > 0)
  child.kill('SIGKILL')
  await exitCode(child)
  const resumed = await run(['add', '--json', file])
  assert.match(resumed.stderr, /resuming after line \d+0,000/)
  assert.deepEqual(parseJson(resumed), { seen: 180_000, new: 150_000, duplicates: 30_000, rejected: 0 })
  utimesSync(file, new Date(0), new Date(0))
  writeFileSync(file, 'https://a.example/1\n')
  assert.deepEqual(parseJson(await run(['add', '--json', file])), { seen: 1, new: 0, duplicates: 1, rejected: 0 })
  assert.deepEqual(parseJson(await run(['add', '--json', file])), { seen: 1, new: 0, duplicates: 1, rejected: 0 })
})

/** How many lines are done, as anybody may see. */
function readPosition(location: string): number {
  try {
    const database = new DatabaseSync(location, { readOnly: true })
    const row = database.prepare('select max(position) as position from runs').get()
    database.close()
    return Number(row?.['position'] ?? 0)
  } catch {
    // It is just being made.
    return 0
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const EXPORTS = [
  { what: 'pages', first: { canonicalUrl: 'https://a.example/', host: 'a.example', linkType: 'homepage' } },
  { what: 'aliases', first: { rawUrl: 'https://a.example/"x"', evidence: 'rule', count: 2, fragment: null } },
  { what: 'rejected', first: { rawUrl: 'no, url', code: 'url/no-scheme', count: 1, rawBytes: null } },
  { what: 'reviews', first: { kind: 'rejected_input', subject: 'url/no-scheme', count: 1, state: 'open' } },
]

test('export: the same rows as jsonl, csv and parquet', async () => {
  const { run } = onRegistry()
  await run(['add', '-q', '-'], { stdin: 'https://a.example/"x"\nhttps://a.example/"x"\nno, url\n' })
  for (const { what, first } of EXPORTS) {
    const [row] = parseRows(await run(['export', what]))
    for (const [name, value] of Object.entries(first)) {
      if (what !== 'pages' || name !== 'canonicalUrl') assert.deepEqual(row?.[name], value, `${what}.${name}`)
    }
    const [head, line] = (await run(['export', what, '--format', 'csv'])).stdout.split('\n')
    assert.deepEqual(head?.split(','), Object.keys(row ?? {}))
    assert.ok(line?.includes(what === 'aliases' ? '"https://a.example/""x"""' : String(Object.values(first)[1])), line)
    const file = join(folder.path, `${what}.parquet`)
    const written = await run(['export', what, '--format', 'parquet', '--output', file])
    assert.match(written.stderr, /^canonist: 1 row in /)
    const [record] = await parquetReadObjects({ file: await asyncBufferFromFile(file) })
    assert.deepEqual(Object.keys(record ?? {}), Object.keys(row ?? {}))
    assert.equal(Number(record?.['count'] ?? 0), row?.['count'] ?? 0)
  }
})

test('export: parquet goes into a pipe in row groups, and is the same as into a file', async () => {
  const { run } = onRegistry()
  const lines = Array.from({ length: 60_000 }, (_, index) => `https://a.example/${index}`)
  await run(['add', '-q', '-'], { stdin: lines.join('\n') })
  const piped = await run(['export', 'aliases', '--format', 'parquet'])
  const file = folder.file('piped.parquet', piped.bytes)
  const named = join(folder.path, 'named.parquet')
  await run(['export', 'aliases', '--format', 'parquet', '-q', '--output', named])
  assert.deepEqual(readFileSync(named), readFileSync(file))
  const buffer = await asyncBufferFromFile(file)
  assert.equal((await parquetMetadataAsync(buffer)).row_groups.length, 2)
  const rows = await parquetReadObjects({ file: buffer, columns: ['rawUrl', 'count', 'lastSeen'] })
  assert.deepEqual(new Set(rows.map((row) => row['rawUrl'])), new Set(lines))
  assert.ok(rows[0]?.['lastSeen'] instanceof Date)
})

test('export: an output that cannot be written: exit code 3', async () => {
  const { run } = onRegistry()
  await run(['add', '-q', 'https://a.example/'])
  const ran = await run(['export', 'pages', '--output', join(folder.path, 'none', 'x.jsonl')])
  assert.match(ran.stderr, /cannot write .*Its folder does not exist/)
  assert.equal(ran.code, 3)
})

test('the commands work on PostgreSQL as they do on a file', async () => {
  const server = await usePostgres()
  const { run } = onRegistry(await server.freshDatabase())
  assert.deepEqual(parseJson(await run(['add', '--json', '-'], { stdin: LIST.join('\n') })), {
    seen: 5,
    new: 2,
    duplicates: 1,
    rejected: 2,
  })
  assert.equal((await run(['find', 'https://a.example/#y'])).code, 0)
  assert.equal(parseRows(await run(['export', 'aliases'])).length, 3)
})

test('control characters of a stored URL are shown, not obeyed', async () => {
  const { run } = onRegistry()
  await run(['add', '-q', 'https://a.example/\u001b[31mred'])
  assert.ok(!(await run(['find', '--host', 'a.example'])).stdout.includes('\u001b'))
})

test('export --output: the registry itself is refused, and what fails leaves the file from before', async () => {
  const { run, location } = onRegistry()
  await run(['add', 'https://a.example/'])
  const before = readFileSync(location)
  const itself = await run(['export', 'pages', '-o', location])
  assert.deepEqual([itself.code, itself.stderr.includes('is the registry itself')], [2, true])
  assert.deepEqual(readFileSync(location), before)
  const output = folder.file('yesterday.jsonl', 'yesterday\n')
  const failed = await canonist(['export', 'pages', '-o', output, '--db', join(folder.path, 'missing.db')])
  assert.deepEqual([failed.code, readFileSync(output, 'utf8')], [3, 'yesterday\n'])
  const done = await run(['export', 'pages', '-o', output])
  assert.deepEqual([done.code, readFileSync(output, 'utf8').split('\n').length], [0, 2])
  assert.equal(parseRows(await run(['export', 'pages', '-o', '-'])).length, 1)
})

test('nothing is made of a name that was mistyped: not even by who changes what is there', async () => {
  const empty = folder.file('empty.db', '')
  for (const args of [
    ['find', 'https://a.example/'],
    ['review', 'accept', '1'],
    ['policy', 'rekey', 'rfc3986'],
  ]) {
    const { code, stderr } = await canonist([...args, '--db', empty])
    assert.deepEqual([code, stderr.includes('has no registry yet')], [3, true], stderr)
  }
  const published = await canonist(['publish', '--db', empty, join(folder.path, 'published')])
  assert.deepEqual([published.code, readFileSync(empty).length], [3, 0])
})
