import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'
import { startLoopbackWeb, send, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'

// A host that asks for a pause must not hold up a whole list: the commands that read lists, as users start them.

const { path: folder, file } = temporaryFolder()
let web: LoopbackWeb

const PAGE = '<html><title>Tea</title><body>Tea is a hot drink that is made of leaves.'

before(async () => {
  web = await startLoopbackWeb((_, response, { host, path }) => {
    if (path === '/robots.txt') return send(response, { status: 404 })
    const seconds = /^pause-(\d+)/.exec(host)?.[1]
    if (seconds === undefined || !path.startsWith('/1')) return send(response, { body: PAGE })
    return send(response, { status: 429, headers: { 'retry-after': seconds } })
  })
  file('ca.pem', web.ca)
  file('busy.txt', writeList('pause-86400.example.com'))
  file('brief.txt', writeList('pause-1.example.com'))
  file('policy.yaml', 'name: mine\nextends: sources\nhosts: { allow: [pause-86400.example.com, good.example.com] }\n')
})
after(() => web.close())

/** Two URLs of one host, the first of which asks for a pause, and one of another. */
const writeList = (host: string): string => `https://${host}/1\nhttps://${host}/2\nhttps://good.example.com/3\n`

function run(...args: string[]): Promise<Ran> {
  const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
  return canonist([...args, ...mapping, '--cacert', 'ca.pem', '--host-delay', '0'], { cwd: folder })
}

const jsonLines = ({ stdout }: Ran): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a host that asks for a day', () => {
  test('resolve fails its other URLs at once, names the pause, and continues with other hosts', async () => {
    const ran = await run('resolve', '--json', 'busy.txt')
    const [first, second, third] = jsonLines(ran)
    assert.deepEqual([first?.['status'], second?.['code'], third?.['status']], [429, 'host_busy', 200])
    assert.match(
      String(second?.['message']),
      /^"https:\/\/pause-86400\.example\.com\/2": The host asked for a pause that is longer .* \(Retry-After: 86400 s; left alone until \d{4}-\d\d-\d\dT[\d:]+Z\)\. .* raise --max-wait\.$/,
    )
    assert.equal(ran.code, 1)
  })

  test('canonicalize does, too', async () => {
    const [first, second, third] = jsonLines(await run('canonicalize', '--json', 'busy.txt'))
    assert.deepEqual([first?.['error'], first?.['status']], ['http_status', 429])
    assert.deepEqual([second?.['error'], second?.['requests']], ['host_busy', 0])
    assert.equal(third?.['url'], 'https://good.example.com/3')
  })

  test('admit notes it, and continues', async () => {
    const [, second, third] = jsonLines(await run('admit', '--json', '--policy', 'policy.yaml', 'busy.txt'))
    assert.match(JSON.stringify(second?.['notes']), /"ended:host_busy"/)
    assert.equal(third?.['decision'], 'accept')
  })

  test('validate --online ends', async () => {
    file('links.md', '[a](https://pause-86400.example.com/1) [b](https://pause-86400.example.com/2)\n')
    const { code, stdout } = await run(
      'validate',
      '--online',
      '--fail-on',
      'warning',
      '--policy',
      'policy.yaml',
      'links.md',
    )
    assert.equal(code, 1)
    assert.match(stdout, /^links\.md:1:44: warning: .* \[resolution-failed\]$/m)
  })
})

test('learn --probe ends', async () => {
  // Too few pairs for a proof, so that the rule is doubtful and its pages are fetched.
  const log = Array.from({ length: 30 }, (_, page) => {
    const url = `https://pause-86400.example.com/1?id=${page}`
    const withIt = { url: `${url}&mark=${page % 4}`, contentHash: `h${page}` }
    return page < 5 ? [withIt, { url, contentHash: `h${page}` }] : [withIt]
  }).flat()
  file('log.jsonl', log.map((line) => JSON.stringify(line)).join('\n'))
  const started = web.requests.length
  const { code, stdout } = await run('learn', '--probe', '--quiet', 'log.jsonl')
  assert.equal(code, 0)
  assert.ok(JSON.parse(stdout))
  // robots.txt, and the answer that asked for the pause.
  assert.equal(web.requests.length, started + 2)
})

describe('a host that asks for a second', () => {
  test('is waited for', async () => {
    const started = web.requests.length
    const results = jsonLines(await run('resolve', '--json', 'brief.txt'))
    assert.deepEqual(
      results.map(({ status }) => status),
      [429, 200, 200],
    )
    const times = web.requests
      .slice(started)
      .filter(({ host, path }) => host.startsWith('pause') && path !== '/robots.txt')
    assert.ok((times[1]?.at ?? 0) - (times[0]?.at ?? 0) >= 990)
  })

  test('is not waited for with a shorter --max-wait', async () => {
    const [, second] = jsonLines(await run('resolve', '--json', '--max-wait', '500ms', 'brief.txt'))
    assert.equal(second?.['code'], 'host_busy')
  })
})

test('a --max-wait that is not a duration is wrong usage', async () => {
  const { code, stderr } = await run('resolve', '--max-wait', 'soon', 'brief.txt')
  assert.equal(code, 2)
  assert.match(stderr, /it must be a duration from 0s to 1d, such as 250ms/)
})
