import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { definePolicy, policies } from '@canonist/core'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'

const folder = temporaryFolder()
const POLICY = folder.file('no-query.yaml', "name: no-query\nextends: dedupe\nquery:\n  strip: ['*']\n")
const URLS = ['https://a.example/p?xyz=1', 'https://a.example/p?xyz=2', 'https://a.example/p', 'https://b.example/']

let count = 0

async function registryFile(urls: readonly string[] = URLS): Promise<string> {
  count += 1
  const file = join(folder.path, `test-${count}.db`)
  const registry = await openRegistry(file)
  await registry.ingest(urls)
  await registry.close()
  return file
}

const json = ({ stdout }: Ran): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>

test('policy diff: what merges, with examples; exit 1 where something does', async () => {
  const db = await registryFile()
  const { code, stdout } = await canonist(['policy', 'diff', '--db', db, 'dedupe', POLICY])
  assert.equal(code, 1)
  assert.equal(
    stdout,
    [
      '2 of 4 pages have a URL that would get another key',
      '3 pages would merge into 1',
      '  https://a.example/p',
      '    ← https://a.example/p',
      '    ← https://a.example/p?xyz=1',
      '    ← https://a.example/p?xyz=2',
      'No pages would split',
      '',
    ].join('\n'),
  )
  assert.equal((await canonist(['policy', 'diff', '--db', db, 'dedupe', 'dedupe'])).code, 0)
})

test('policy diff --json', async () => {
  const db = await registryFile()
  const found = json(await canonist(['policy', 'diff', '--json', '--db', db, 'dedupe', 'rfc3986']))
  assert.deepEqual(found['new'], { name: 'rfc3986', fingerprint: policies.rfc3986.fingerprint })
  assert.deepEqual([found['pages'], found['changed']], [4, 0])
})

test('policy rekey, and back', async () => {
  const db = await registryFile()
  const moved = await canonist(['policy', 'rekey', '--json', POLICY], { env: { CANONIST_DB: db } })
  assert.deepEqual([moved.code, json(moved)], [0, { run: 1, pages: 4, changed: 1, merged: 2, made: 0 }])
  assert.equal(
    moved.stderr,
    'canonist: 4 pages moved to no-query: 1 page with a new URL, 2 merged, 0 created. To undo it: canonist policy rekey --undo 1\n',
  )
  assert.match((await canonist(['policy', 'rekey', '--db', db, POLICY])).stderr, /already uses no-query/)
  const back = await canonist(['policy', 'rekey', '--db', db, '--undo', '1'])
  assert.deepEqual([back.code, back.stderr], [0, 'canonist: 4 pages restored as before run 1\n'])
  assert.equal(json(await canonist(['policy', 'diff', '--json', '--db', db, 'dedupe', 'dedupe']))['pages'], 4)
})

async function withReviews(): Promise<string> {
  const db = await registryFile([...URLS, 'no URL', 'none either'])
  const registry = await openRegistry(db)
  const examples = ['https://a.example/p?xyz=1']
  await registry.raiseReviews([{ kind: 'unknown_param', subject: 'a.example xyz', detail: { examples }, count: 2 }])
  await registry.raiseReviews([{ kind: 'host_alias', subject: 'www.b.example b.example', detail: {}, count: 1 }])
  await registry.close()
  return db
}

test('review list: one item a cause', async () => {
  const db = await withReviews()
  const { stdout } = await canonist(['review', 'list', '--db', db])
  assert.match(
    stdout,
    /^1 {2}rejected_input +url\/no-scheme +2 × +open\n2 {2}unknown_param +a\.example xyz +2 × +open\n3 /,
  )
  const lines = (await canonist(['review', 'list', '--json', '--kind', 'host_alias', '--db', db])).stdout.split('\n')
  assert.deepEqual([lines.length, JSON.parse(lines[0] ?? '').subject], [2, 'www.b.example b.example'])
})

test('review list and frontier list: an empty list says so, on stderr', async () => {
  const db = await registryFile()
  const rows: [string[], string][] = [
    [['review', 'list'], 'canonist: There are no open reviews\n'],
    [
      ['review', 'list', '--json', '--state', 'all', '--kind', 'host_alias'],
      'canonist: There are no reviews of kind host_alias\n',
    ],
    [['frontier', 'list', '--state', 'dead'], 'canonist: No queued URL matches\n'],
    [['frontier', 'list'], 'canonist: The queue is empty. Add URLs with canonist frontier add\n'],
  ]
  for (const [words, says] of rows) {
    const { code, stdout, stderr } = await canonist([...words, '--db', db])
    assert.deepEqual([code, stdout, stderr], [0, '', says])
  }
})

test('review show: the question, examples, and what each decision changes', async () => {
  const db = await withReviews()
  const { code, stdout } = await canonist(['review', 'show', '--db', db, '2'])
  assert.equal(code, 0)
  assert.match(stdout, /^Does the parameter xyz lead to different pages on a\.example\?\n/)
  assert.match(stdout, /for example\n {4}https:\/\/a\.example\/p\?xyz=1\n/)
  assert.match(stdout, /reject: adds to the policy\n[^]*strip:\n +- xyz\n[^]*3 pages would merge into 1/)
  const missing = await canonist(['review', 'show', '--db', db, '99'])
  assert.deepEqual([missing.code, missing.stdout], [1, ''])
})

/** Stops behind the first portion, as a kill would. */
async function breakOffRekey(db: string): Promise<void> {
  const registry = await openRegistry(db)
  const stop = (): void => {
    throw new Error('stop')
  }
  const policy = definePolicy({ name: 'no-query', extends: 'dedupe', query: { strip: ['*'] } })
  await assert.rejects(registry.rekey(policy, { onProgress: stop }), { message: 'stop' })
  await registry.close()
}

test('policy rekey without a policy resumes an interrupted rekey, and says so if there is none', async () => {
  const db = await registryFile()
  const idle = await canonist(['policy', 'rekey', '--db', db])
  assert.deepEqual(
    [idle.code, idle.stderr],
    [
      2,
      'canonist: No rekey was interrupted, so there is nothing to resume. Name a policy, or pass --undo with a run.\n',
    ],
  )
  await breakOffRekey(db)
  const added = await canonist(['add', '--db', db, 'https://example.org/late'])
  assert.equal(added.code, 3)
  assert.match(added.stderr, /finish it with canonist policy rekey, without a policy/)
  const other = await canonist(['policy', 'rekey', '--db', db, 'rfc3986'])
  assert.match(other.stderr, /Finish that with canonist policy rekey, without a policy, or undo it with .* --undo 1/)
  const rest = await canonist(['policy', 'rekey', '--db', db])
  assert.match(rest.stderr, /^canonist: 4 pages moved to no-query/)
})

test('review reject: shown first, decided once, and made active by a rekey', async () => {
  const db = await withReviews()
  const shown = json(await canonist(['review', 'reject', '2', '--dry-run', '--json', '--db', db]))
  assert.equal(shown['changes'], 'policy')
  const first = await canonist(['review', 'reject', '2', '--by', 'ada', '--why', 'no content', '--db', db])
  assert.equal(first.code, 0)
  assert.match(first.stdout, /^review 2 was rejected by ada on \d{4}-\d\d-\d\d \(no content\)\n$/)
  const second = await canonist(['review', 'accept', '2', '--by', 'bob', '--db', db])
  assert.deepEqual([second.code, second.stdout], [1, ''])
  assert.match(
    second.stderr,
    /^canonist: review 2 was already rejected by ada on \S+ \(no content\)\. Nothing was changed\.\n$/,
  )
  const spec = await canonist(['review', 'policy', '--db', db])
  assert.deepEqual(json(spec)['sites'], { 'a.example': { query: { strip: ['xyz'] } } })
  const file = folder.file('reviewed.json', spec.stdout)
  assert.equal(json(await canonist(['policy', 'rekey', '--json', '--db', db, file]))['merged'], 2)
  assert.match((await canonist(['review', 'policy', '--db', db])).stderr, /all decisions are already active/)
})

test('looking ahead refuses what deciding would refuse, with the same code', async () => {
  const db = await withReviews()
  const ahead = async (...args: string[]): Promise<readonly [number | null, string]> => {
    const { code, stderr } = await canonist(['review', ...args, '--dry-run', '--db', db])
    return [code, stderr]
  }
  assert.match((await ahead('edit', '2', '--to', '{"bogus":1}')).join(' '), /^2 canonist: review 2: .*bogus/)
  assert.match((await ahead('edit', '3', '--to', 'http://x/')).join(' '), /^2 canonist: .* is not a host name/)
  await canonist(['review', 'accept', '3', '--by', 'ada', '--db', db])
  assert.match((await ahead('accept', '3')).join(' '), /^1 canonist: review 3 was already accepted by ada on \d/)
  assert.match((await ahead('accept', '99')).join(' '), /^1 canonist: review 99 does not exist/)
})

test('review edit: a value of one’s own, checked', async () => {
  const db = await withReviews()
  const edit = (id: string, to: string): Promise<Ran> => canonist(['review', 'edit', id, '--to', to, '--db', db])
  for (const to of ['b.example/x', 'b.example:8080', 'u@b.example', 'B.example', 'b.example#y']) {
    assert.match((await edit('3', to)).stderr, /is not a host name/, to)
  }
  assert.match((await edit('2', '{"www":"perhaps"}')).stderr, /^canonist: review 2: sites\["a\.example"\]\.www /)
  assert.match((await edit('2', '{')).stderr, /^canonist: --to is not JSON/)
  assert.match((await edit('1', 'x')).stderr, /can only be accepted or rejected/)
  assert.match((await edit('3', 'no host')).stderr, /"no host" is not a host name/)
  assert.equal((await edit('3', 'www.b.example')).code, 0)
  assert.equal((await edit('2', '{"query":{"keepOnly":["id"]}}')).code, 0)
  const states = (await canonist(['review', 'list', '--state', 'edited', '--db', db])).stdout
  assert.equal(states.split('\n').length, 3)
})

test('publish: the path of the snapshot, which can be asked', async () => {
  const db = await registryFile()
  const target = join(folder.path, 'published')
  const { code, stdout, stderr } = await canonist(['publish', '--db', db, target])
  assert.deepEqual([code, stdout], [0, `${join(target, 'registry-000001.sqlite')}\n`])
  assert.equal(stderr, 'canonist: 4 pages with 4 URLs published\n')
  const report = json(await canonist(['publish', '--json', '--keep', '1', '--db', db, target]))
  assert.deepEqual(report, {
    file: 'registry-000002.sqlite',
    pages: 4,
    aliases: 4,
    removed: ['registry-000001.sqlite'],
  })
  const file = join(target, readFileSync(join(target, 'current'), 'utf8').trim())
  assert.equal((await canonist(['find', '--db', file, URLS[0] ?? ''])).code, 0)
})

const refusals: readonly { readonly args: readonly string[]; readonly code: number; readonly says: RegExp }[] = [
  { args: ['policy', 'rekey', 'dedupe'], code: 3, says: /The database does not exist/ },
  { args: ['policy', 'rekey'], code: 3, says: /The database does not exist/ },
  {
    args: ['policy', 'rekey', 'dedupe', '--undo', '2'],
    code: 2,
    says: /A policy and --undo contradict each other\. Leave one out\./,
  },
  { args: ['policy', 'diff', 'dedupe', 'rfc3986'], code: 3, says: /The database does not exist/ },
  { args: ['review', 'accept', '1'], code: 3, says: /The database does not exist/ },
  { args: ['review', 'list'], code: 3, says: /The database does not exist/ },
  { args: ['publish', 'somewhere'], code: 3, says: /The database does not exist/ },
]
for (const { args, code, says } of refusals) {
  test(`canonist ${args.join(' ')} where there is nothing: exit ${code}, and nothing is made`, async () => {
    const db = join(folder.path, 'missing.db')
    const ran = await canonist(args, { env: { CANONIST_DB: db }, cwd: folder.path })
    assert.equal(ran.code, code)
    assert.match(ran.stderr, says)
    assert.equal(ran.stderr.split('\n').length, 2)
    assert.equal(existsSync(db), false)
  })
}

test('review policy: after admissions it is their policy with its hosts, and what was decided', async () => {
  const db = join(folder.path, 'admitted.db')
  const file = folder.file(
    'sources.yaml',
    'name: mine\nextends: sources\nhosts: { allow: [boe.es, sepe.es], shorteners: [bit.ly] }\n',
  )
  const urls = ['https://www.boe.es/a/b-c/?xyz=1', 'https://www.sepe.es/d/e-f']
  await canonist(['admit', '--offline', '--db', db, '--policy', file, ...urls])
  const reviews = (await canonist(['review', 'list', '--json', '--db', db])).stdout
  const id = /"id":(\d+)[^\n]*"unknown_param"|"unknown_param"[^\n]*"id":(\d+)/.exec(reviews)
  await canonist(['review', 'reject', id?.[1] ?? id?.[2] ?? '', '--db', db])
  const printed = await canonist(['review', 'policy', '--db', db])
  const spec = json(printed)
  assert.deepEqual(spec['hosts'], { allow: ['boe.es', 'sepe.es'], shorteners: ['bit.ly'] })
  assert.deepEqual(spec['sites'], { 'boe.es': { query: { strip: ['xyz'] } } })
  assert.equal(spec['scheme'], 'https')

  const reviewed = folder.file('reviewed-sources.json', printed.stdout)
  const admit = ['admit', '--offline', '--json', '--policy', reviewed, 'http://www.boe.es/a/b-c?xyz=2']
  const found = json(await canonist(admit))
  assert.deepEqual([found['decision'], found['canonical']], ['accept', 'https://www.boe.es/a/b-c'])

  await canonist(['policy', 'rekey', '--db', db, reviewed])
  const registry = await openRegistry(db)
  const { scheme, trailingSlash, sites } = registry.policy.spec
  await registry.close()
  assert.deepEqual([scheme, trailingSlash], ['keep', 'keep'], 'keys keep what the network gave')
  assert.deepEqual(sites?.['boe.es']?.query, { strip: ['xyz'] })
})
