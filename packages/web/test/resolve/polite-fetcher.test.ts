import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFetcher } from '../../src/resolve/fetcher.ts'
import { createPoliteFetcher } from '../../src/resolve/polite-fetcher.ts'
import type { PoliteHosts } from '../../src/net/politeness/polite-hosts.ts'
import { send, startLoopbackWeb, type Handler } from '@canonist/test-support/loopback-web.ts'
import { listGaps } from '../../../crawl/test/worker/support/gaps.ts'

const DELAY_MS = 200

async function withWeb(handler: Handler, body: (context: Awaited<ReturnType<typeof arrange>>) => Promise<void>) {
  const context = await arrange(handler)
  try {
    await body(context)
  } finally {
    await context.fetcher.close()
    await context.web.close()
  }
}

async function arrange(handler: Handler) {
  const web = await startLoopbackWeb(handler)
  return { web, fetcher: createPoliteFetcher(createFetcher({ connectTo: web.connectTo }), { delayMs: DELAY_MS }) }
}

test('a server that resets a kept connection after reading the request is requested again only after its pause', () =>
  withWeb(
    (request, response, { path }) =>
      path === '/robots.txt' ? send(response, { status: 404 }) : request.socket.resetAndDestroy(),
    async ({ web, fetcher }) => {
      const answer = await fetcher.fetch('http://a.example/x')
      assert.ok(!answer.ok && answer.code === 'reset')
      const [robots, first, second, ...others] = web.requests.map(({ connection }) => connection)
      assert.deepEqual(others, [])
      assert.ok(robots === first && first !== second, 'on the kept connection first, then on a new one')
      const gaps = listGaps(web.requests, 'a.example')
      assert.ok(Math.min(...gaps) >= DELAY_MS, gaps.join(' '))
    },
  ))

test('a kept connection that the server closed meanwhile costs no failure', () =>
  withWeb(
    (_request, response, { path }) => {
      send(response, { status: path === '/robots.txt' ? 404 : 200, body: path })
      // Closes the connection while the next request waits for its turn.
      if (path === '/robots.txt') setTimeout(() => response.socket?.destroy(), DELAY_MS / 4)
    },
    async ({ fetcher }) => {
      const answer = await fetcher.fetch('http://a.example/x')
      assert.ok(answer.ok && answer.status === 200)
    },
  ))

test('a page whose robots.txt redirects to a host that fails has an unreadable robots.txt', () =>
  withWeb(
    (request, response, { host }) =>
      host === 'b.example'
        ? send(response, { status: 302, headers: { location: 'http://a.example/robots.txt' } })
        : request.socket.resetAndDestroy(),
    async ({ fetcher }) => {
      const answer = await fetcher.fetch('http://b.example/x')
      assert.ok(!answer.ok && answer.code === 'robots_unreachable', JSON.stringify(answer))
      assert.match(answer.message, /^"http:\/\/b\.example\/robots\.txt": .* \(redirected to a\.example\)\./)
    },
  ))

test('a process that loses every turn before it can send the request gives up', async () => {
  let turns = 0
  const nothing = () => undefined
  const turn = { begin: nothing, mayStart: () => false, signal: null, skip: nothing, answered: nothing, pause: nothing }
  const hosts: PoliteHosts = {
    robots: null,
    turn: (_, work) => {
      turns += 1
      assert.ok(turns <= 100, 'it goes on for ever')
      return work(turn)
    },
  }
  const fetcher = createFetcher({
    dnsFn: async () => ['93.184.216.34'],
    exchangeFn: () => assert.fail('a request was sent'),
  })
  const answer = await createPoliteFetcher(fetcher, { hosts, obeysRobots: false }).fetch('http://example.com/x')
  assert.deepEqual([answer.ok || answer.code, turns], ['host_busy', 10])
})
