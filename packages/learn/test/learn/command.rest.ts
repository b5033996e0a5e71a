import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { definePolicy, normalize, type PolicySpec } from '@canonist/core'
import type { LearnResult } from '../../src/log/types.ts'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'
import { forumLog, jsonLines } from './forum-log.ts'

// `learn` as users start it: a log in, a policy out.

const { path: folder, file } = temporaryFolder()
const LOG = jsonLines(forumLog(60))
file('forum.jsonl', LOG)
file('forum.jsonl.gz', gzipSync(LOG))
file('forum.jsonl.zst', zstdCompressSync(LOG))
const half = LOG.length - LOG.lastIndexOf('\n', LOG.length / 2) - 1
file('first.jsonl', LOG.slice(0, -half))
file('second.jsonl', LOG.slice(-half))
file(
  'forum.csv',
  `url,digest\n${forumLog(60)
    .map(({ url, contentHash }) => `${url},"${contentHash}"\n`)
    .join('')}`,
)
file('small.jsonl', jsonLines(forumLog(6)))

const learn = (...args: string[]): Promise<Ran> => canonist(['learn', ...args], { cwd: folder })

const readPolicy = ({ stdout }: Ran): PolicySpec => JSON.parse(stdout) as PolicySpec

const SEEN = 'https://forum.example.com/threads/99-another-title?sid=f00'
const BECOMES = 'https://forum.example.com/showthread.php?t=99'

const sources = [
  { why: 'gzip', args: ['forum.jsonl.gz'] },
  { why: 'Zstandard, and a format that is named', args: ['--input-format', 'jsonl', 'forum.jsonl.zst'] },
  { why: 'two files that are one log', args: ['first.jsonl', 'second.jsonl'] },
  { why: 'another format', args: ['forum.csv'] },
]
for (const { why, args } of sources) {
  test(`learn ${args.join(' ')}: a policy that normalizes what was never seen (${why})`, async () => {
    const ran = await learn('--quiet', ...args)
    assert.deepEqual([ran.code, ran.stderr], [0, ''])
    const policy = readPolicy(ran)
    assert.deepEqual([policy.name, policy.extends], ['learned', 'rfc3986'])
    assert.equal(normalize(SEEN, definePolicy(policy)), BECOMES)
    assert.equal(normalize(`${BECOMES}&page=2`, definePolicy(policy)), `${BECOMES}&page=2`)
  })
}

test('learn reads stdin, and normalize and policy test take what it prints', async () => {
  const { code, stdout } = await canonist(['learn', '--quiet'], { stdin: LOG })
  assert.equal(code, 0)
  const policy = file('learned.json', stdout)
  const normalized = await canonist(['normalize', '--policy', policy], { stdin: `${SEEN}\n` })
  assert.equal(normalized.stdout, `${BECOMES}\n`)
  const tested = await canonist(['policy', 'test', policy])
  assert.equal(tested.code, 0)
  assert.match(tested.stdout, /2 examples passed/)
})

test('learn --name --extends: the policy is called so, and what it extends is not learned again', async () => {
  const policy = readPolicy(await learn('--quiet', '--name', 'forum', '--extends', 'feed-moderate', 'forum.jsonl'))
  assert.deepEqual([policy.name, policy.extends], ['forum', 'feed-moderate'])
  assert.equal(normalize('http://forum.example.com/?utm_source=a', definePolicy(policy)).includes('utm'), false)
})

test('learn reports what was found: figures, rules by gain, examples', async () => {
  const { stderr } = await learn('forum.jsonl')
  assert.match(stderr, /^canonist: 240 lines, 240 URLs of 1 site: 50\.0 % redundant, 2 rules merge 50\.0 %$/m)
  assert.match(stderr, /^ {2}example\.com: 240 URLs, 120 contents, noise 0\.0 %$/m)
  assert.match(stderr, /60 URLs {2}strip sid at forum\.example\.com: 60 of 60 contents agree, bound 0\.\d+$/m)
  assert.match(stderr, /= https:\/\/forum\.example\.com\/\S+ {2}https:\/\/forum\.example\.com\/\S+$/m)
})

test('learn: a rule that is only likely is reported with the reason, and is in the policy only with --min-tier probe', async () => {
  const ran = await learn('small.jsonl')
  assert.equal(readPolicy(ran).sites, undefined)
  assert.match(ran.stderr, /; \d more rules only likely$/m)
  assert.match(ran.stderr, /^ {2}doubtful:$/m)
  assert.match(
    ran.stderr,
    /strip sid at forum\.example\.com: 6 of 6 contents agree, bound 0\.\d+, only 6 contents were seen/,
  )
  const likely = readPolicy(await learn('--quiet', '--min-tier', 'probe', 'small.jsonl'))
  assert.equal(normalize(SEEN, definePolicy(likely)), BECOMES)
})

test('learn --known: what another policy drops needs less proof here', async () => {
  const log = jsonLines(
    forumLog(10).map(({ url, contentHash }) => ({ url: url.replace('sid=', 'spot='), contentHash })),
  )
  const alone = await canonist(['learn', '--quiet'], { stdin: log })
  const known = file('known.json', '{"name":"elsewhere","query":{"strip":["spot"]}}')
  const informed = await canonist(['learn', '--quiet', '--known', known], { stdin: log })
  const strips = [alone, informed].map((ran) => readPolicy(ran).sites?.['forum.example.com']?.query?.strip)
  assert.deepEqual(strips, [undefined, ['spot']])
})

test('learn --json prints the result of the learner', async () => {
  const result = JSON.parse((await learn('--json', '--quiet', 'forum.jsonl')).stdout) as LearnResult
  assert.deepEqual([result.figures.records, result.figures.urls, result.figures.sites], [240, 240, 1])
  assert.ok(result.rules.some(({ id, tier }) => id === 'forum.example.com: strip sid' && tier === 'apply'))
  assert.equal(normalize(SEEN, definePolicy(result.policy)), BECOMES)
})

test('learn --json counts the lines without a record apart from the records with an invalid URL', async () => {
  const stdin = `{"url":"https://e.com/"}\nnonsense\n{"x":1}\n{"url":"https://exa mple.com/"}\n`
  const ran = await canonist(['learn', '--json', '--quiet', '--input-format', 'jsonl', '-'], { stdin })
  const { figures, rejectedLines } = JSON.parse(ran.stdout) as LearnResult & { readonly rejectedLines: number }
  assert.deepEqual([ran.code, figures.records, figures.invalid, rejectedLines], [1, 2, 1, 2])
})

test('learn --report writes Markdown, or JSON where the file is called so', async () => {
  await learn('--quiet', '--report', 'report.md', 'forum.jsonl')
  const page = readFileSync(join(folder, 'report.md'), 'utf8')
  assert.match(page, /^# Learned rules$/m)
  assert.match(page, /^\| `strip sid` \| forum\.example\.com \| 60 \| 60 of 60 \| 0\.\d+ \| {2}\|$/m)
  const list = forumLog(20).map(({ url }) => ({ url }))
  await canonist(['learn', '--quiet', '--report', 'list.md', '-'], { cwd: folder, stdin: jsonLines(list) })
  assert.doesNotMatch(readFileSync(join(folder, 'list.md'), 'utf8'), /are the same page/)
  await learn('--quiet', '--report', 'report.json', 'forum.jsonl')
  const result = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as LearnResult
  assert.equal(result.figures.urls, 240)
})

test('learn: no session and no password of the log is in its output, its report or its messages', async () => {
  const session = (line: number): string => `${(line * 7919 + 0xfedcba).toString(16)}a1b2c3d4e5`
  const lines = forumLog(60).map(({ url, contentHash }, line) => ({
    url: url.replace('https://', 'https://me:hush@').replace(/sid=.*/, `sid=${session(line)}`),
    contentHash,
  }))
  const stdin = jsonLines([...lines, { ...lines[1], contentHash: 'another' }])
  const flags = ['--report', 'secrets.md', '-']
  const printed = await canonist(['learn', ...flags], { cwd: folder, stdin })
  const all = await canonist(['learn', '--json', '--quiet', '-'], { cwd: folder, stdin })
  assert.equal((JSON.parse(all.stdout) as LearnResult).policy.examples?.length, 2)
  const texts = [printed.stdout, printed.stderr, all.stdout, readFileSync(join(folder, 'secrets.md'), 'utf8')]
  for (const text of texts) assert.doesNotMatch(text, /hush|a1b2c3d4e5/)
})

const ends = [
  {
    why: 'an empty log',
    args: ['-'],
    stdin: '',
    code: 0,
    says: /^canonist: 0 lines, 0 URLs of 0 sites: nothing to learn from$/m,
  },
  {
    why: 'a line that is no record',
    args: ['-'],
    stdin: `${LOG}nonsense\n`,
    code: 1,
    says: /1 invalid line\. First: stdin:241: .*\(line\/invalid-json\)/,
  },
  {
    why: 'a record whose URL is none',
    args: ['-'],
    stdin: `${LOG}{"url":"https://exa mple.com/"}\n`,
    code: 1,
    says: /1 record left out: the URL cannot be normalized/,
  },
  {
    why: 'a log of no known kind',
    args: ['-'],
    stdin: 'what is this\n',
    code: 2,
    says: /stdin: Its format cannot be recognized by its line/,
  },
  {
    why: 'a base that is none',
    args: ['--base', 'example', 'forum.jsonl'],
    code: 2,
    says: /it must be the URL of a server/,
  },
  {
    why: 'a log that is said to be sorted, and is not',
    args: ['--sorted', '-'],
    stdin: `${LOG}{"url":"https://other.example/"}\n${LOG}`,
    code: 2,
    says: /The lines of example\.com are not adjacent\. Sort them by site, or leave out --sorted\./,
  },
  { why: 'an unknown format', args: ['--input-format', 'xml', 'forum.jsonl'], code: 2, says: /xml/ },
  {
    why: 'an access log without a host',
    args: ['-'],
    stdin: '192.0.2.1 - - [01/Jan/2025:00:00:00 +0000] "GET /a HTTP/1.1" 200 51 "-" "-"\n',
    code: 2,
    says: /--base/,
  },
  {
    why: 'a URL, where a log of URLs is wanted',
    args: ['https://example.com/'],
    code: 2,
    says: /learn reads crawl logs, and https:\/\/example\.com\/ is a URL\. Name the file of a crawl log, or - for stdin\./,
  },
  {
    why: 'a registry that nobody asks for',
    args: ['--db', 'none.db', 'small.jsonl'],
    code: 0,
    says: /--db is not read, because you named a log\. Pass --propose/,
  },
  {
    why: 'a quote that is open to the end: the line where it begins, not where the file ends',
    args: ['-'],
    stdin: `url,hash\nhttps://example.com/1,a\nhttps://example.com/2,"b\nhttps://example.com/3,c\n`,
    code: 1,
    says: /1 invalid line\. First: stdin:3: .*\(line\/open-quote\)\n.* 2 URLs of 1 site/,
  },
  {
    why: 'a quote that is open up to the next: no line behind it passes as part of a URL',
    args: ['-'],
    stdin: `url,hash\n"https://example.com/1,a\nhttps://example.com/2,b\n"https://example.com/3",c\n`,
    code: 1,
    says: /1 invalid line\. First: stdin:2: .*\(line\/open-quote\)\n.* 2 URLs of 1 site/,
  },
  {
    why: 'the same in a column that is not looked at: no page gets the content of another',
    args: ['-'],
    stdin: `url,title,hash\nhttps://example.com/1,"a,b\nhttps://example.com/2,"c",d\n`,
    code: 1,
    says: /1 invalid line\. First: stdin:2: .*\(line\/open-quote\)/,
  },
  {
    why: 'two columns of one name',
    args: ['-'],
    stdin: `URL,hash,url\nhttps://example.com/1,a,https://example.com/2\n`,
    code: 2,
    says: /stdin: It has two columns URL\. Rename one of them/,
  },
  {
    why: 'a table of old, whose header would be all there is',
    args: ['-'],
    stdin: 'url,hash\rhttps://example.com/,a\r',
    code: 2,
    says: /stdin as text: Its lines end with CR alone\. Convert it/,
  },
  {
    why: 'UTF-16',
    args: ['-'],
    stdin: Buffer.from('\uFEFFurl,hash\n', 'utf16le'),
    code: 2,
    says: /stdin as text: It is UTF-16 text\. Save it as UTF-8, for example with iconv/,
  },
  {
    why: 'an array',
    args: ['-'],
    stdin: '[\n{"url":"https://example.com/"}]',
    code: 2,
    says: /stdin: It is one JSON array\. .*jq/,
  },
  {
    why: 'an archive that ends early',
    args: ['-'],
    stdin: 'WARC/1.0\r\n',
    code: 3,
    says: /stdin: Its record at byte 0 ends early/,
  },
  { why: 'semicolons', args: ['-'], stdin: 'url;hash\n', code: 2, says: /stdin: It is separated by semicolons/ },
  {
    why: 'but not where a URL has some',
    args: ['-'],
    stdin: 'https://example.com/a;url=1\n',
    code: 0,
    says: /1 line, 1 URL of 1 site/,
  },
  {
    why: 'a file that is not there',
    args: ['none.jsonl'],
    code: 3,
    says: /cannot read none\.jsonl: It does not exist/,
  },
  {
    why: 'a report that cannot be written',
    args: ['--report', 'none/report.md', 'forum.jsonl'],
    code: 3,
    says: /cannot write none\/report\.md/,
  },
]
for (const { why, args, stdin, code, says } of ends) {
  test(`learn ${args.join(' ')}: exit ${code} (${why})`, async () => {
    const ran = await canonist(['learn', ...args], { cwd: folder, ...(stdin !== undefined && { stdin }) })
    assert.match(ran.stderr, says)
    assert.equal(ran.code, code)
  })
}

test('learn: a report that cannot be written does not cost the policy', async () => {
  const ran = await learn('--report', 'none/report.md', 'forum.jsonl')
  assert.equal(normalize(SEEN, definePolicy(readPolicy(ran))), BECOMES)
})

test('learn: strangers under one public name teach nothing about each other', async () => {
  const log = forumLog(40).map(({ url, contentHash }, index) => ({
    url: url.replace('forum.example.com', index % 2 === 0 ? 'ada.github.io' : 'bob.github.io'),
    contentHash,
  }))
  const result = JSON.parse(
    (await canonist(['learn', '--json', '-q'], { stdin: jsonLines(log) })).stdout,
  ) as LearnResult
  assert.deepEqual(
    result.sites.map(({ site }) => site),
    ['ada.github.io', 'bob.github.io'],
  )
})

const DATES = /^ +learned on \d{4}-\d\d-\d\d; relearn after \d{4}-\d\d-\d\d$/m

test('rules have an expiry date, and policy test reports those that have expired', async () => {
  const ran = await learn('--quiet', '--valid-for', '30d', 'forum.jsonl')
  const policy = file('dated.json', ran.stdout)
  assert.match((await canonist(['explain', '--policy', policy, SEEN])).stdout, DATES)
  assert.match((await canonist(['policy', 'show', policy])).stdout, /expiry: /)
  assert.equal((await canonist(['policy', 'test', policy])).stderr, '')
  const old = file('old.json', ran.stdout.replaceAll(/"expiry": *"\d{4}/g, '"expiry":"2001'))
  const tested = await canonist(['policy', 'test', old])
  assert.equal(tested.code, 0)
  assert.match(tested.stderr, /old\.json: 2 rules expired\. Relearn them\. First: forum\.example\.com: .*, since 2001-/)
  assert.equal((await canonist(['normalize', '--policy', old], { stdin: `${SEEN}\n` })).stdout, `${BECOMES}\n`)
  const json = JSON.parse((await canonist(['policy', 'test', '--json', old])).stdout) as { expired: object[] }[]
  assert.equal(json[0]?.expired.length, 2)
})

test('explain shows what a learned rule rests on, as text and as JSON', async () => {
  const policy = file('learned.json', (await learn('--quiet', 'forum.jsonl')).stdout)
  const { stdout } = await canonist(['explain', '--policy', policy, SEEN])
  assert.match(
    stdout,
    /^ {2}evidence for remove-listed-params {2}forum\.example\.com: strip sid: 60 of 60 contents agree, bound 0\.\d+$/m,
  )
  assert.match(
    stdout,
    /^ {2}evidence for rewrite {2}forum\.example\.com: rewrite \/threads\/#1-\* \/showthread\.php\?t=\$1: 60 of 60 /m,
  )
  const json = await canonist(['explain', '--json', '--policy', policy, SEEN])
  const { changes } = JSON.parse(json.stdout) as { changes: { rule: string; evidence: { rule: string }[] }[] }
  assert.deepEqual(
    changes.map(({ rule, evidence }) => [rule, evidence.map((item) => item.rule)]),
    [
      ['remove-listed-params', ['forum.example.com: strip sid']],
      ['rewrite', ['forum.example.com: rewrite /threads/#1-* /showthread.php?t=$1']],
    ],
  )
})

test('a temporary file that cannot be written is named, with what to do', async () => {
  const line = (index: number): string => `{"url":"https://example.com/${index}?v=1","contentHash":"${index}"}\n`
  const stdin = Array.from({ length: 3000 }, (_, index) => line(index)).join('')
  const ran = await canonist(['learn', '--urls-per-site', '1000', '-'], { stdin, env: { TMPDIR: '/no/such/folder' } })
  assert.deepEqual([ran.code, ran.stdout], [3, ''])
  assert.match(
    ran.stderr,
    /^canonist: cannot write a temporary file: Its folder does not exist. .* Set TMPDIR to another folder/,
  )
})
