import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CanonistError, createClient, type ServerEvent } from '../src/index.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { freePort } from '@canonist/test-support/free-port.ts'
import { startServe, type ServedCommand } from '@canonist/test-support/served-command.ts'

const folder = temporaryFolder()

/** As often as it takes: how long a restart takes says nothing about the client. */
const ATTEMPTS = 10_000

/** The command on a port that stays the same, to be ended and started again. */
class Served {
  readonly url: string
  readonly #start: () => Promise<ServedCommand>
  #running: ServedCommand | null = null

  constructor(t: TestContext, port: number, db: string) {
    this.url = `http://127.0.0.1:${port}/`
    this.#start = () => startServe(t, ['--db', db, '--log', 'error'], { port })
  }

  async start(): Promise<void> {
    this.#running = await this.#start()
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#running?.kill(signal)
    await this.#running?.exit
  }
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`${signal} and a new start: reads succeed throughout, and no acknowledged write is lost or done twice`, async (t) => {
    const served = new Served(t, await freePort(), `${folder.path}/${signal}.db`)
    await served.start()
    // A server that stops asks for 5 s.
    const client = createClient({ url: served.url, retry: { attempts: ATTEMPTS, maxWaitMs: 6000 } })
    const stop = new AbortController()
    const added: string[] = []
    let reads = 0
    const reading = (async () => {
      for (; !stop.signal.aborted; reads += 1) await client.getStatus()
    })()
    const writing = (async () => {
      for (let index = 0; !stop.signal.aborted; index += 1) {
        const url = `https://example.com/${signal}/${index}`
        try {
          assert.equal((await client.addUrls({ urls: [url] })).seen, 1)
          added.push(url)
        } catch (error) {
          // The connection ended before the response: the client cannot know whether the write was done, and says so.
          assert.ok(error instanceof CanonistError && error.retry, String(error))
        }
      }
    })()
    const both = Promise.all([reading, writing])
    both.catch(() => stop.abort())
    for (let round = 0; round < 3; round += 1) {
      const [writesBefore, readsBefore] = [added.length, reads]
      const hasWorked = (): boolean => added.length >= writesBefore + 20 && reads >= readsBefore + 10
      while (!hasWorked() && !stop.signal.aborted) await sleep(10)
      await served.end(signal)
      await served.start()
    }
    stop.abort()
    await both
    assert.ok(added.length >= 60 && reads >= 30, `${added.length} writes, ${reads} reads`)
    const pages = new Set<string>()
    for await (const { canonicalUrl, id } of client.listPages.all({ host: 'example.com', limit: 500 })) {
      pages.add(canonicalUrl)
      const { items } = await client.listAliases({ id })
      assert.deepEqual(
        items.map(({ count }) => count),
        [1],
        canonicalUrl,
      )
    }
    for (const url of added) assert.ok(pages.has(url), url)
  })
}

test('events go on after the server was killed and started again, without a gap', async (t) => {
  const served = new Served(t, await freePort(), `${folder.path}/events.db`)
  await served.start()
  const client = createClient({ url: served.url, retry: { attempts: ATTEMPTS, maxWaitMs: 500 } })
  const stop = new AbortController()
  const seen: ServerEvent[] = []
  const listening = (async () => {
    // From the first event on, so that it does not matter when it connects.
    for await (const event of client.listenToEvents({ lastEventId: 0 }, { signal: stop.signal })) seen.push(event)
  })().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  const runAndWait = async (): Promise<void> => {
    const { id } = await client.startRun({ kind: 'work', options: {} })
    const isEnd = (event: ServerEvent): boolean =>
      event.type === 'run' && event.data.id === id && event.data.state === 'done'
    while (!seen.some(isEnd)) await sleep(20)
  }
  await runAndWait()
  for (let round = 0; round < 2; round += 1) {
    await served.end('SIGKILL')
    await served.start()
    await runAndWait()
  }
  stop.abort()
  await listening
  const ids = seen.map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.map((_, index) => (ids[0] ?? 0) + index),
  )
  assert.ok(!seen.some(({ type }) => type === 'reset'))
})
