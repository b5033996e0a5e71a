import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { startFeedWeb } from '@canonist/test-support/feed-list.ts'
import { exitCode, start, temporaryFolder } from '@canonist/test-support/command.ts'
import { send, startLoopbackWeb, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { measureRetained } from '@canonist/test-support/measure-retained.ts'

// Long lists, as users start them: results come while the rest is under way, and memory does not grow with the list.

const { path: folder, file } = temporaryFolder()
const COUNT = 12
let web: LoopbackWeb
let plainMapping: string[]

/** A page of its own under every path, with and without www. */
before(async () => {
  web = await startLoopbackWeb((_, response, { path }) => {
    if (path === '/robots.txt') return send(response, { status: 404 })
    if (path.startsWith('/never')) return undefined
    return send(response, { body: `<title>${path}</title>` })
  })
  plainMapping = ['--connect-to', `:80:127.0.0.1:${web.plainPort}`]
  file(
    'one-host.txt',
    Array.from({ length: COUNT }, (_, index) => `http://one.example.com/${index}?utm_source=x\n`).join(''),
  )
  file(
    'stuck.txt',
    'http://a.example.com/1\nhttp://b.example.com/never\nhttp://c.example.com/3\nhttp://b.example.com/4\n',
  )
})
after(() => web.close())

describe('many URLs of one host', () => {
  const args = ['canonicalize', '--quiet', '--keep-http', '--host-delay', '50', 'one-host.txt']

  test('are requested in the order of the input, three at once, and come out while the others are in progress', async () => {
    const started = web.requests.length
    const child = start([...args, ...plainMapping], { cwd: folder })
    const code = exitCode(child)
    child.stdin.end()
    let seenAtFirstLine = 0
    child.stdout.once('data', () => (seenAtFirstLine = web.requests.length - started))
    child.stdout.resume()
    assert.equal(await code, 0)
    const paths = web.requests.slice(started).map(({ path }) => path)
    assert.ok(seenAtFirstLine <= 2 + 3 * 3, `the first line came after ${seenAtFirstLine} requests`)
    const firsts = paths.filter((path) => path.includes('utm_source')).map((path) => Number(/\d+/.exec(path)?.[0]))
    assert.deepEqual(
      firsts,
      firsts.toSorted((a, b) => a - b),
    )
    // The fourth URL begins when one of the first three is done, which takes two requests.
    const fourth = paths.findIndex((path) => path.startsWith('/3?'))
    assert.ok(
      paths.slice(0, fourth).some((path) => /^\/[012]$/.test(path)),
      paths.join(' '),
    )
  })
})

describe('Ctrl-C', () => {
  for (const [command, done] of [
    ['resolve', 'resolved'],
    ['canonicalize', 'canonicalized'],
  ] as const) {
    test(`${command} prints what is done and how many are left, and ends by the signal`, async () => {
      const flags = command === 'canonicalize' ? ['--keep-http'] : []
      const child = start([command, '--json', '--host-delay', '0', ...flags, 'stuck.txt', ...plainMapping], {
        cwd: folder,
      })
      const ended = once(child, 'exit')
      child.stdin.end()
      let [out, err] = ['', '']
      child.stdout.on('data', (data: Buffer) => (out += data.toString()))
      child.stderr.on('data', (data: Buffer) => (err += data.toString()))
      const started = web.requests.length
      const seen = (): string[] => web.requests.slice(started).map(({ url }) => url)
      while (!seen().some((url) => url.endsWith('/never')) || !seen().some((url) => url.endsWith('/3')) || out === '')
        await new Promise((resolve) => setTimeout(resolve, 20))
      // The answer for /3 is on its way.
      await new Promise((resolve) => setTimeout(resolve, 300))
      child.kill('SIGINT')
      assert.deepEqual(await ended, [null, 'SIGINT'])
      const inputs = out
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { inputUrl: string }).inputUrl)
      assert.deepEqual(inputs, ['http://a.example.com/1', 'http://c.example.com/3'])
      assert.match(err, new RegExp(`^canonist: interrupted, 2 left; 2 URLs: 2 ${done}$`, 'm'))
    })
  }
})

test('memory does not grow with the list', { skip: process.platform === 'win32' && 'needs signals' }, async (t) => {
  const feeds = await startFeedWeb(222_000)
  t.after(() => feeds.close())
  const short = await measureRetained(feeds, 10)
  const long = await measureRetained(feeds, 90)
  const figures = `${short.toFixed(1)} MB for 10 feeds, ${long.toFixed(1)} MB for 90`
  t.diagnostic(figures)
  // The bodies of 80 more feeds, each fetched twice, are 35 MB.
  assert.ok(long < short + 12, figures)
})
