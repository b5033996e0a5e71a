import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CanonicalizeResult } from '@canonist/web/internal/canonicalize/result'
import { rss } from '../../web/test/canonicalize/support/documents.ts'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'
import { startLoopbackWeb, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'

// The commands that ask the network, as users start them, against a web on loopback.

const FEED = { body: rss() }
const CLEAN = 'https://example.com/feed'
const SHABBY = 'http://www.example.com/feed/?utm_source=x'
const PAGE = `<title>Tea</title>${Array.from({ length: 40 }, (_, index) => `cup${index}`).join(' ')}`

const { path: folder, file } = temporaryFolder()
let web: LoopbackWeb

before(async () => {
  web = await startLoopbackWeb({
    [SHABBY]: FEED,
    [CLEAN]: FEED,
    'https://example.com/news/': { body: rss({ built: 'Monday' }) },
    'https://example.com/news': { body: rss({ built: 'Tuesday' }) },
    'https://example.com/posts': { body: rss({ self: 'https://example.com/atom.xml' }) },
    'https://example.com/atom.xml': { body: rss({ self: 'https://example.com/atom.xml' }) },
    'https://example.com/tea/': { body: `${PAGE}<!-- 1 -->` },
    'https://example.com/tea': { body: `${PAGE}<!-- 2 -->` },
    'https://a.example.com/0': { status: 301, headers: { location: '/1' } },
    'https://a.example.com/1': { status: 302, headers: { location: 'https://b.example.com/2' } },
    'https://b.example.com/2': { body: 'here' },
    'https://a.example.com/short': { status: 301, headers: { location: '/0' } },
    'https://a.example.com/refresh': { body: '<meta http-equiv=refresh content="3; url=https://b.example.com/2">' },
    'https://a.example.com/nowhere': { status: 302 },
    'https://a.example.com/long': { body: `<title>Long</title>${'word '.repeat(2000)}` },
    'https://a.example.com/loop': { status: 301, headers: { location: '/loop' } },
    'https://a.example.com/csi': { status: 301, headers: { location: 'https://b.example.com/\u009b31m' } },
    'http://shy.example.com:8080/robots.txt': { body: 'User-agent: *\nDisallow: /private' },
    'https://shy.example.com/robots.txt': { body: 'User-agent: *\nDisallow: /private' },
    'https://shy.example.com/public': { body: 'welcome' },
    'https://shy.example.com/private': { body: 'go away' },
  })
  file('ca.pem', web.ca)
  file('urls.txt', `${SHABBY}\n\nhttps://a.example.com/0\nnot a url\n`)
  file('shy.txt', 'https://shy.example.com/public\nhttps://shy.example.com/private\n')
  file('empty.txt', '')
})
after(() => web.close())

function run(...args: string[]): Promise<Ran> {
  const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
  return canonist([...args, ...mapping, '--cacert', 'ca.pem'], { cwd: folder })
}

test('canonicalize prints the URL and shows on stderr how it was found', async () => {
  const { code, stdout, stderr } = await run('canonicalize', SHABBY)
  assert.deepEqual([code, stdout], [0, `${CLEAN}\n`])
  assert.match(stderr, /requested {2,}http:\/\/www\.example\.com\/feed\/\?utm_source=x {2,}responded \(\d+ ms\)\n/)
  assert.match(stderr, /tested {2,}https:\/\/example\.com\/feed {2,}serves the same content \(\d+ ms\)\n/)
  assert.match(stderr, /upgrade_https: it serves the same document over https \(2 requests, 0 redirects\)/)
  assert.match(stderr, /also {2}http:\/\/www\.example\.com\/feed\/\?utm_source=x \(same content\)\n/)
})

const reports = [
  { of: '/news/', says: 'signature_verified: it serves the same items, and is cleaner', also: 'same items' },
  { of: '/tea/', says: 'signature_verified: it serves the same text, and is cleaner', also: 'same text' },
  {
    of: '/posts',
    says: 'content_verified: it serves the same content, and is declared by the publisher',
    also: 'same content',
  },
]
for (const { of, says, also } of reports) {
  test(`canonicalize ${of} reports "${says}"`, async () => {
    const { stderr } = await run('canonicalize', `https://example.com${of}`)
    assert.ok(stderr.includes(`  ${says} (2 requests, 0 redirects)\n`), stderr)
    assert.ok(stderr.includes(`  serves the ${also} (`), stderr)
    assert.ok(stderr.includes(`  also  https://example.com${of} (${also})\n`), stderr)
  })
}

test('canonicalize --quiet prints the URL and nothing else', async () => {
  const { code, stdout, stderr } = await run('canonicalize', '--quiet', SHABBY)
  assert.deepEqual([code, stdout, stderr], [0, `${CLEAN}\n`, ''])
})

test('canonicalize --json prints the result of the function', async () => {
  const { code, stdout } = await run('canonicalize', '--json', SHABBY)
  const result = JSON.parse(stdout) as CanonicalizeResult
  assert.equal(code, 0)
  assert.ok(result.ok)
  assert.deepEqual([result.url, result.reason, result.requests], [CLEAN, 'upgrade_https', 2])
  assert.deepEqual(result.evidence, [{ url: SHABBY, proof: 'content' }])
  assert.deepEqual(
    result.attempts.map(({ purpose, outcome }) => [purpose, outcome]),
    [
      ['initial', 'answered'],
      ['variant', 'content'],
    ],
  )
})

test('canonicalize answers a list line by line, and says how many failed', async () => {
  const { code, stdout, stderr } = await run('canonicalize', '--host-delay', '0', 'urls.txt')
  assert.deepEqual([code, stdout], [1, `${CLEAN}\n\nhttps://b.example.com/2\n\n`])
  assert.match(
    stderr,
    /^canonist: 3 URLs: 2 canonicalized, 1 failed \(1 invalid_url\)\. First: not a url \(invalid_url\)$/m,
  )
})

test('canonicalize --json gives one line for each URL of a list', async () => {
  const { stdout } = await run('canonicalize', '--json', '--host-delay', '0', 'urls.txt')
  const results = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as CanonicalizeResult)
  assert.deepEqual(
    results.map((result) => (result.ok ? result.url : result.error)),
    [CLEAN, 'https://b.example.com/2', 'invalid_url'],
  )
})

test('a list obeys robots.txt; a single URL, or a list with --ignore-robots, does not', async () => {
  const list = await run('resolve', '--json', '--host-delay', '0', 'shy.txt')
  assert.equal(list.code, 1)
  assert.deepEqual(
    list.stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { code?: string }).code),
    [undefined, 'robots_disallowed'],
  )
  assert.equal((await run('resolve', 'https://shy.example.com/private')).code, 0)
  assert.equal((await run('resolve', '--host-delay', '0', '--ignore-robots', 'shy.txt')).code, 0)
})

test('requests to one host keep their distance', async () => {
  const started = web.requests.length
  await run('resolve', '--quiet', '--host-delay', '300', 'shy.txt')
  const times = web.requests.slice(started).map(({ at }) => at)
  assert.ok(times.length >= 2)
  for (const [index, time] of times.entries())
    assert.ok(index === 0 || time - (times[index - 1] ?? 0) >= 290, String(times))
})

test('resolve shows every hop', async () => {
  const { code, stdout } = await run('resolve', 'https://a.example.com/0')
  assert.equal(code, 0)
  assert.match(
    stdout,
    /^https:\/\/a\.example\.com\/0\n {2}301 {2}https:\/\/a\.example\.com\/1 +\d+ ms\n {2}302 {2}https:\/\/b\.example\.com\/2 +\d+ ms\n {2}200 {2}https:\/\/b\.example\.com\/2\n$/,
  )
})

test('resolve trims spaces and takes a bare host', async () => {
  file('bare.txt', '  https://b.example.com/2  \nb.example.com/2\n')
  const { code, stdout, stderr } = await run('resolve', '--host-delay', '0', 'bare.txt')
  const end = '  200  https://b.example.com/2\n'
  assert.deepEqual([code, stdout], [0, `  https://b.example.com/2  \n${end}b.example.com/2\n${end}`])
  assert.match(stderr, /^canonist: 2 URLs: 2 resolved$/m)
})

test('resolve asks a bare host over http where nothing answers over https', async () => {
  file('plain.txt', 'plain.example.com/\n')
  const mapping = ['--connect-to', `:443:127.0.0.1:1`, '--connect-to', `:80:127.0.0.1:${web.plainPort}`]
  const { stdout } = await canonist(['resolve', '--host-delay', '0', ...mapping, 'plain.txt'], { cwd: folder })
  assert.equal(stdout, 'plain.example.com/\n  404  http://plain.example.com/\n')
})

test('resolve does not pad short lines to the length of long ones', async () => {
  const { stdout } = await run('resolve', 'https://a.example.com/short')
  assert.match(stdout, /^ {2}301 {2}https:\/\/a\.example\.com\/0 {2}\d+ ms$/m)
  assert.match(stdout, /^ {2}302 {2}https:\/\/b\.example\.com\/2 {2}\d+ ms$/m)
})

test('resolve notes a meta refresh, which it does not follow', async () => {
  const { code, stdout } = await run('resolve', 'https://a.example.com/refresh')
  assert.equal(code, 0)
  assert.match(
    stdout,
    /^ {2}note the page forwards to https:\/\/b\.example\.com\/2 after 3 s \(meta refresh, not followed\)$/m,
  )
  const json = JSON.parse((await run('resolve', '--json', 'https://a.example.com/refresh')).stdout) as object
  assert.deepEqual('metaRefresh' in json && json.metaRefresh, { seconds: 3, url: 'https://b.example.com/2' })
})

test('resolve says that a redirect without Location names no target', async () => {
  const { code, stdout } = await run('resolve', 'https://a.example.com/nowhere')
  assert.equal(code, 0)
  assert.match(stdout, /^ {2}302 {2}https:\/\/a\.example\.com\/nowhere {2}names no target$/m)
})

test('--max-bytes limits what is read of a document', async () => {
  const { stdout } = await run('resolve', '--json', '--max-bytes', '2kB', 'https://a.example.com/long')
  const { isCut, bodyBytes } = JSON.parse(stdout) as { isCut: boolean; bodyBytes: number }
  assert.deepEqual([isCut, bodyBytes], [true, 2000])
  const { warnings } = JSON.parse(
    (await run('canonicalize', '--json', '--max-bytes', '2kB', 'https://a.example.com/long')).stdout,
  ) as CanonicalizeResult
  assert.ok(warnings.includes('body_cut'))
})

test('resolve --json is the result of follow', async () => {
  const { stdout } = await run('resolve', '--json', 'https://a.example.com/0')
  const result = JSON.parse(stdout) as {
    ok: boolean
    url: string
    status: number
    hops: { status: number; to: string }[]
  }
  assert.deepEqual([result.ok, result.url, result.status], [true, 'https://b.example.com/2', 200])
  assert.deepEqual(
    result.hops.map(({ status, to }) => [status, to]),
    [
      [301, 'https://a.example.com/1'],
      [302, 'https://b.example.com/2'],
    ],
  )
  assert.deepEqual(Object.keys(result.hops[0] ?? {}), ['status', 'to', 'ms'])
})

test('a loop is a finding', async () => {
  const { code, stdout } = await run('resolve', 'https://a.example.com/loop')
  assert.equal(code, 1)
  assert.match(stdout, /redirect_loop/)
})

test('--max-redirects is obeyed', async () => {
  const { code, stdout } = await run('resolve', '--json', '--max-redirects', '1', 'https://a.example.com/0')
  assert.equal(code, 1)
  assert.equal((JSON.parse(stdout) as { code: string }).code, 'too_many_redirects')
})

test('if no server answers, the command could not run', async () => {
  const { code, stderr } = await canonist(['canonicalize', '--connect-to', '::127.0.0.1:1', 'https://example.com/feed'])
  assert.equal(code, 3)
  assert.match(stderr, /No server answered\. Check the URLs and the network\./)
})

test('loopback is refused without a mapping, and no request is made', async () => {
  const { code, stdout } = await canonist(['resolve', '--json', `http://127.0.0.1:${web.plainPort}/`])
  assert.equal(code, 1)
  assert.equal((JSON.parse(stdout) as { code: string }).code, 'private_address')
})

for (const command of ['resolve', 'canonicalize']) {
  for (const format of [[], ['--json']]) {
    test(`${[command, ...format].join(' ')} words the fix with flags`, async () => {
      const many = await run(command, ...format, '--max-redirects', '1', 'https://a.example.com/0')
      assert.match(many.stdout + many.stderr, /Raise --max-redirects/)
      const inside = await canonist([command, ...format, `http://127.0.0.1:${web.plainPort}/`])
      assert.match(inside.stdout + inside.stderr, /allow another one with --connect-to\./)
    })
  }
}

test('a password is not shown', async () => {
  const { stdout } = await canonist(['resolve', 'https://bob:s3cret@example.com/'])
  assert.doesNotMatch(stdout, /s3cret/)
})

test('--json passes no control character of a server on to the terminal', async () => {
  const { stdout } = await run('resolve', '--json', 'https://a.example.com/csi')
  assert.doesNotMatch(stdout, /[\u007f-\u009f]/)
})

test('a list asks robots.txt of the port that it fetches from', async () => {
  file('port.txt', 'http://shy.example.com:8080/private\n')
  const mapping = ['--connect-to', `shy.example.com:8080:127.0.0.1:${web.plainPort}`]
  const { stdout } = await canonist(['resolve', '--json', '--host-delay', '0', ...mapping, 'port.txt'], { cwd: folder })
  assert.equal((JSON.parse(stdout) as { code: string }).code, 'robots_disallowed')
})

test('a URL without a scheme gives a message that shows how to write it', async () => {
  const { code, stderr } = await canonist(['canonicalize', 'example.com/feed'], { cwd: folder })
  assert.equal(code, 3)
  assert.match(stderr, /If it is a URL, write https:\/\/example\.com\/feed/)
})

test('a file that exists but cannot be read as a list is not taken for a URL', async () => {
  file('links.parquet', 'PAR1\x15\n\n\0\nPAR1')
  const { code, stderr } = await canonist(['add', 'links.parquet'], { cwd: folder })
  assert.equal(code, 2)
  assert.match(stderr, /It is a Parquet file\. Convert it: canonist normalize --column url --format csv FILE\n$/)
})

const USAGE: readonly (readonly [why: string, args: readonly string[], says: RegExp])[] = [
  ['a mapping that is none', ['resolve', '--connect-to', 'example.com', 'https://example.com/'], /HOST:PORT:ADDR:PORT/],
  [
    'a number that is none',
    ['resolve', '--max-redirects', 'many', 'https://example.com/'],
    /whole number from 0 to 50/,
  ],
  [
    'a file that holds no certificate',
    ['resolve', '--cacert', 'urls.txt', 'https://example.com/'],
    /holds no certificate/,
  ],
]

for (const [why, args, says] of USAGE) {
  test(`${why} is wrong usage`, async () => {
    const { code, stderr, stdout } = await canonist(args, { cwd: folder })
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, says)
  })
}

test('a file that is not there could not be read', async () => {
  const { code, stderr } = await canonist(['canonicalize', 'nowhere.txt'], { cwd: folder })
  assert.equal(code, 3)
  assert.match(stderr, /cannot read nowhere\.txt: It does not exist/)
})

test('an empty list is done at once', async () => {
  const { code, stdout } = await run('canonicalize', '--quiet', 'empty.txt')
  assert.deepEqual([code, stdout], [0, ''])
})

test('--user-agent is what requests and robots.txt see', async () => {
  const started = web.requests.length
  await run('resolve', '--quiet', '--user-agent', 'harbour-bot (+https://example.com/bot)', 'https://b.example.com/2')
  assert.deepEqual(
    web.requests.slice(started).map(({ headers }) => headers['user-agent']),
    ['harbour-bot (+https://example.com/bot)'],
  )
})

test('a user agent that would break a header is wrong usage', async () => {
  const { code, stderr } = await run('resolve', '--user-agent', 'a\r\nX-Evil: 1', 'https://b.example.com/2')
  assert.equal(code, 2)
  assert.match(stderr, /user-?agent.*printable ASCII/i)
})
