import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createNetFailure, type NetErrorCode } from '../../src/net/errors.ts'
import { ROBOTS_BYTES } from '../../src/net/robots/read-robots.ts'
import { createRobotsGate, type RobotsFetch } from '../../src/net/robots/robots.ts'

type Result = Awaited<ReturnType<RobotsFetch>>

const answer = (status: number, text = ''): Result => ({ ok: true, status, body: new TextEncoder().encode(text) })
const REFUSE_A = 'User-agent: *\nDisallow: /a\nCrawl-delay: 3'
const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

/** A gate whose fetch answers from a function, and what it was asked for. */
function arrange(respond: (url: string) => Result | Promise<Result>, memory?: number) {
  const time = { now: 1000 }
  const asked: string[] = []
  const gate = createRobotsGate({
    fetch: async (url) => {
      asked.push(url)
      return respond(url)
    },
    now: () => time.now,
    userAgent: 'Canonist/0.1 (+https://canonist.example/)',
    memory,
  })
  const verdict = async (url: string): Promise<string> => {
    const result = await gate.check(url)
    return result.allowed ? `allowed, ${result.crawlDelay}` : result.code
  }
  return { gate, verdict, asked, time }
}

describe('what the answer for robots.txt means', () => {
  const ANSWERS: readonly { readonly why: string; readonly result: Result; readonly gives: string }[] = [
    { why: 'rules', result: answer(200, REFUSE_A), gives: 'robots_disallowed' },
    { why: 'other rules', result: answer(200, 'User-agent: *\nDisallow: /b\nCrawl-delay: 3'), gives: 'allowed, 3' },
    { why: 'an empty file', result: answer(200), gives: 'allowed, null' },
    { why: 'any 2xx', result: answer(206, REFUSE_A), gives: 'robots_disallowed' },
    { why: 'a redirect to nowhere', result: answer(302, REFUSE_A), gives: 'allowed, null' },
    { why: 'unauthorized', result: answer(401, REFUSE_A), gives: 'allowed, null' },
    { why: 'forbidden', result: answer(403, REFUSE_A), gives: 'allowed, null' },
    { why: 'not found', result: answer(404, REFUSE_A), gives: 'allowed, null' },
    { why: 'gone', result: answer(410), gives: 'allowed, null' },
    { why: 'a broken server', result: answer(500), gives: 'robots_unreachable' },
    { why: 'a busy server', result: answer(503, REFUSE_A), gives: 'robots_unreachable' },
    { why: 'no status of HTTP', result: answer(999), gives: 'robots_unreachable' },
  ]
  for (const { why, result, gives } of ANSWERS) {
    test(`${result.ok ? result.status : ''} ${why} -> ${gives}`, async () => {
      assert.equal(await arrange(() => result).verdict('https://boe.es/a'), gives)
    })
  }

  const FAILURES: Partial<Record<NetErrorCode, string>> = {
    too_many_redirects: 'allowed, null',
    redirect_loop: 'allowed, null',
    bad_redirect: 'allowed, null',
    dns_failed: 'robots_unreachable',
    connect_refused: 'robots_unreachable',
    connect_timeout: 'robots_unreachable',
    total_timeout: 'robots_unreachable',
    tls_error: 'robots_unreachable',
    private_address: 'allowed, null',
    scheme_blocked: 'allowed, null',
    invalid_url: 'allowed, null',
    aborted: 'robots_unreachable',
  }
  for (const [code, gives] of Object.entries(FAILURES)) {
    test(`${code} -> ${gives}`, async () => {
      const { verdict } = arrange((url) => createNetFailure(code as NetErrorCode, url))
      assert.equal(await verdict('https://boe.es/a'), gives)
    })
  }

  test('a file that could not be read says what was in the way', async () => {
    const verdict = await arrange(() => createNetFailure('dns_failed', 'boe.es')).gate.check('https://boe.es/a')
    assert.ok(!verdict.allowed)
    assert.deepEqual(verdict.cause, createNetFailure('dns_failed', 'boe.es'))
  })

  const BEHIND_REDIRECTS: readonly { readonly why: string; readonly to: string; readonly causes: NetErrorCode }[] = [
    { why: 'another host', to: 'https://other.es/r', causes: 'robots_unreachable' },
    { why: 'the same host', to: 'http://boe.es/r', causes: 'reset' },
  ]
  for (const { why, to, causes } of BEHIND_REDIRECTS)
    test(`a file that redirects to ${why}, which resets the connection -> ${causes}`, async () => {
      const failure = { ...createNetFailure('reset', to), hops: [{ to: 'https://third.es/r' }, { to }] }
      const verdict = await arrange(() => failure).gate.check('https://boe.es/a')
      assert.ok(!verdict.allowed)
      assert.equal(verdict.code, 'robots_unreachable')
      assert.equal(verdict.cause?.code, causes)
      assert.deepEqual(Object.keys(verdict.cause ?? {}), ['ok', 'code', 'message'])
    })

  test('a file that redirects to another host, whose request was aborted or must wait, keeps that as its cause', async () => {
    for (const code of ['aborted', 'host_busy'] as const) {
      const failure = { ...createNetFailure(code, 'x'), hops: [{ to: 'https://other.es/r' }] }
      const verdict = await arrange(() => failure).gate.check('https://boe.es/a')
      assert.equal(verdict.allowed ? null : verdict.cause?.code, code)
    }
  })

  test('a refusal says which URL and why', async () => {
    const verdict = await arrange(() => answer(200, REFUSE_A)).gate.check('https://boe.es/a')
    assert.ok(!verdict.allowed)
    assert.match(verdict.message, /^"https:\/\/boe\.es\/a": The robots\.txt of the site disallows/)
  })
})

describe('whom it asks', () => {
  test('each origin for its own file', async () => {
    const { gate, asked } = arrange(() => answer(404))
    for (const url of [
      'https://boe.es/a',
      'http://boe.es/a',
      'https://www.boe.es/a?b',
      'https://boe.es:8443/',
      'https://[2606::1]/',
    ])
      await gate.check(url)
    assert.deepEqual(asked, [
      'https://boe.es/robots.txt',
      'http://boe.es/robots.txt',
      'https://www.boe.es/robots.txt',
      'https://boe.es:8443/robots.txt',
      'https://[2606::1]/robots.txt',
    ])
  })

  test('once, however many ask at the same time', async () => {
    let release: (result: Result) => void = () => {}
    const { verdict, asked } = arrange(() => new Promise((resolve) => (release = resolve)))
    const verdicts = Promise.all(
      Array.from({ length: 100 }, (_, index) => verdict(`https://boe.es/${index % 2 ? 'a' : 'b'}`)),
    )
    release(answer(200, REFUSE_A))
    assert.deepEqual(new Set(await verdicts), new Set(['allowed, 3', 'robots_disallowed']))
    assert.equal(asked.length, 1)
  })

  test('those who wait go on in the order in which they came, the first one first', async () => {
    const { gate } = arrange(() => answer(404))
    const order: number[] = []
    await Promise.all(
      [0, 1, 2, 3].map((index) => gate.check(`https://boe.es/${index}`).then(() => void order.push(index))),
    )
    assert.deepEqual(order, [0, 1, 2, 3])
  })

  const LIFETIMES: readonly { readonly why: string; readonly result: Result; readonly lives: number }[] = [
    { why: 'rules', result: answer(200, REFUSE_A), lives: 24 * HOUR },
    { why: 'a missing file', result: answer(404), lives: 24 * HOUR },
    { why: 'a broken server', result: answer(500), lives: 10 * MINUTE },
    { why: 'a failure', result: createNetFailure('reset', 'x'), lives: 10 * MINUTE },
    { why: 'redirects without end', result: createNetFailure('redirect_loop', 'x'), lives: 10 * MINUTE },
    { why: 'a request that was called off', result: createNetFailure('aborted', 'x'), lives: 0 },
    { why: 'a process without CPU time', result: createNetFailure('process_overloaded', 'x'), lives: 0 },
    { why: 'a host in a long pause', result: createNetFailure('host_busy', 'x'), lives: 0 },
  ]
  for (const { why, result, lives } of LIFETIMES) {
    test(`again after ${lives / MINUTE} minutes, where it was ${why}`, async () => {
      const { gate, asked, time } = arrange(() => result)
      await gate.check('https://boe.es/a')
      if (lives > 0) {
        time.now += lives - 1
        await gate.check('https://boe.es/b')
        assert.equal(asked.length, 1)
        time.now += 1
      }
      await gate.check('https://boe.es/c')
      assert.equal(asked.length, 2)
    })
  }

  test('again after a fetch that threw, and every waiting caller gets the error', async () => {
    let isBroken = true
    const { verdict, asked } = arrange(() => (isBroken ? Promise.reject(new Error('broken')) : answer(404)))
    const both = await Promise.allSettled([verdict('https://boe.es/a'), verdict('https://boe.es/b')])
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    isBroken = false
    assert.equal(await verdict('https://boe.es/a'), 'allowed, null')
    assert.equal(asked.length, 2)
  })
})

describe('how much it reads and remembers', () => {
  const padded = (bytes: number, line: string): string => `${rulePadding(bytes - line.length)}${line}`
  const rulePadding = (bytes: number): string => `User-agent: *\n#${'x'.repeat(bytes - 16)}\n`

  test('a rule that ends at 500 KiB counts', async () => {
    const text = padded(ROBOTS_BYTES, 'Disallow: /a\n')
    assert.equal(text.length, ROBOTS_BYTES)
    assert.equal(await arrange(() => answer(200, text)).verdict('https://boe.es/a'), 'robots_disallowed')
  })

  test('a rule that is cut there does not, nor does what follows', async () => {
    const { verdict } = arrange(() => answer(200, padded(ROBOTS_BYTES + 3, 'Disallow: /abc') + '\nDisallow: /\n'))
    assert.equal(await verdict('https://boe.es/a'), 'allowed, null')
    assert.equal(await verdict('https://boe.es/abc'), 'allowed, null')
  })

  test('bytes that are not UTF-8 spoil only their own line', async () => {
    const body = Buffer.concat([
      Buffer.from('User-agent: *\nDisallow: /'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\nDisallow: /a'),
    ])
    assert.equal(
      await arrange(() => ({ ok: true, status: 200, body })).verdict('https://boe.es/a'),
      'robots_disallowed',
    )
  })

  test('the origins that were looked up last', async () => {
    const { gate, asked } = arrange(() => answer(200, REFUSE_A), 10 * (512 + REFUSE_A.length))
    for (let index = 0; index < 1000; index++) await gate.check(`https://h${index}.es/`)
    for (let index = 990; index < 1000; index++) await gate.check(`https://h${index}.es/`)
    assert.equal(asked.length, 1000)
    await gate.check('https://h989.es/')
    assert.equal(asked.length, 1001)
  })

  test('nothing of an origin that was driven out before it answered', async () => {
    const releases: ((result: Result) => void)[] = []
    const { verdict, asked } = arrange(
      (url) => (url.includes('//h.') ? new Promise((resolve) => releases.push(resolve)) : answer(404)),
      1100,
    )
    const first = verdict('https://h.boe.es/a')
    await verdict('https://boe.es/')
    await verdict('https://www.boe.es/')
    releases[0]?.(answer(200, REFUSE_A))
    assert.equal(await first, 'robots_disallowed')
    const again = verdict('https://h.boe.es/a')
    releases[1]?.(answer(404))
    assert.equal(await again, 'allowed, null')
    assert.equal(asked.length, 4)
  })
})
