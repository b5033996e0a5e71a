import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { createClient, type Client, type ServerEvent } from '../src/index.ts'
import { openCanonist, type Canonist } from '@canonist/server/internal/canonist/open-canonist'
import { serveForTest } from '@canonist/test-support/api-server.ts'
import { problem, startScriptedServer, type Scripted } from '@canonist/test-support/scripted-server.ts'

const FAST = { firstWaitMs: 5, random: () => 0 }

async function connect(t: TestContext): Promise<{ client: Client; canonist: Canonist }> {
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist)
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return { client: createClient({ url: server.url }), canonist }
}

/** The first events, up to the one that is wanted. */
async function listenUntil(
  events: AsyncIterable<ServerEvent>,
  isLast: (event: ServerEvent) => boolean,
): Promise<ServerEvent[]> {
  const seen: ServerEvent[] = []
  for await (const event of events) {
    seen.push(event)
    if (isLast(event)) break
  }
  return seen
}

const isDone = ({ type, data }: ServerEvent): boolean => type === 'run' && data.state === 'done'

test('runs, counts and reviews are sent, and a listener can start after any event', async (t) => {
  const { client } = await connect(t)
  const events = client.listenToEvents()
  const first = events.next()
  await client.addUrls({ urls: ['https://example.com/', 'nonsense'] })
  const run = await client.startRun({ kind: 'work', options: {} })
  const one = (await first).value
  assert.ok(one)
  const seen = [one, ...(isDone(one) ? [] : await listenUntil(events, isDone))]
  const types = new Set(seen.map(({ type }) => type))
  assert.ok(types.has('run'))
  assert.deepEqual(
    seen.flatMap(({ type, data }) => (type === 'run' ? [data.id] : [])).filter((id) => id !== run.id),
    [],
  )
  const ids = seen.map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  )
  const again = await listenUntil(client.listenToEvents({ lastEventId: one.id }), isDone)
  assert.deepEqual(again, seen.slice(1))
})

test('a listener that knows events of another database is told to load everything again', async (t) => {
  const { client } = await connect(t)
  const [event] = await listenUntil(client.listenToEvents({ lastEventId: 999 }), () => true)
  assert.equal(event?.type, 'reset')
})

const stream =
  (text: string, then: (response: ServerResponse) => void): Scripted =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text)
    setTimeout(() => then(response), 20)
  }
const event = (id: number): string => `id: ${id}\nevent: review\ndata: {"id":${id}}\n\n`

test('when the connection is lost, it connects again behind the last event, and misses and repeats none', async () => {
  const { url, requests } = await startScriptedServer(
    stream(`retry: 2000\n\n${event(1)}${event(2)}id: 3\nevent: rev`, (response) => response.destroy()),
    (request) => request.socket.destroy(),
    problem(503, 'api/stopping', '0'),
    stream(event(3), (response) => response.end()),
    stream(`: \n\n${event(4)}`, () => undefined),
  )
  const seen = await listenUntil(createClient({ url, retry: FAST }).listenToEvents(), ({ id }) => id === 4)
  assert.deepEqual(
    seen.map(({ id }) => id),
    [1, 2, 3, 4],
  )
  assert.deepEqual(
    requests.map(({ headers }) => headers['last-event-id']),
    [undefined, '2', '2', '2', '3'],
  )
})

test('it reconnects for as long as the server is away, but not after it was refused', async () => {
  const away = Array.from({ length: 12 }, () => problem(503, 'store/unreachable', '0'))
  const { url, requests } = await startScriptedServer(
    stream(event(1), (response) => response.end()),
    ...away,
    problem(401, 'api/unknown-token'),
  )
  const events = createClient({ url, retry: { ...FAST, attempts: 1, maxWaitMs: 5 } }).listenToEvents()
  assert.equal((await events.next()).value?.id, 1)
  await assert.rejects(events.next(), { code: 'api/unknown-token' })
  assert.equal(requests.length, 14)
})

test('a server that cannot be reached at first is an error', async () => {
  const { url, requests } = await startScriptedServer(problem(503, 'store/unreachable', '0'))
  const events = createClient({ url, retry: { ...FAST, attempts: 2 } }).listenToEvents()
  await assert.rejects(events.next(), { code: 'store/unreachable' })
  assert.equal(requests.length, 3)
})

test('a listener that stops closes its connection', async (t) => {
  const { client } = await connect(t)
  await listenUntil(client.listenToEvents({ lastEventId: 999 }), () => true)
  for (let tries = 0; tries < 100; tries += 1) {
    if (/^api_open_requests 0$/m.test(await client.getMetrics())) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail('the server still sends events')
})
