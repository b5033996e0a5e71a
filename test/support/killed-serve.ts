import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from './random-url.ts'
import { send } from './api-server.ts'
import { temporaryFolder } from './command.ts'
import { startServe, type ServeProcess } from './serve-process.ts'

/** What the server has said it has written. */
interface Acknowledged {
  readonly urls: Set<string>
  /** The URLs of each run by its id. */
  readonly runs: Map<number, readonly string[]>
}

const NDJSON = { 'content-type': 'application/x-ndjson' }
const OCTETS = { 'content-type': 'application/octet-stream' }

let made = 0
const freshUrls = (count: number): string[] => Array.from({ length: count }, () => `https://example.com/${(made += 1)}`)

type Writer = (server: ServeProcess, acknowledged: Acknowledged) => Promise<void>

const call = (server: ServeProcess, path: string, options?: Parameters<typeof send>[1]) =>
  send(new URL(path, server.url).href, options)

const addJson: Writer = async (server, { urls }) => {
  const own = freshUrls(20)
  const { status } = await call(server, '/api/v1/urls', { body: { urls: own } })
  if (status === 200) for (const url of own) urls.add(url)
}

const addLines: Writer = async (server, { urls }) => {
  const own = freshUrls(300)
  const body = own.map((url) => `${JSON.stringify({ url })}\n`).join('')
  const { status } = await call(server, '/api/v1/urls', { body, headers: NDJSON })
  if (status === 200) for (const url of own) urls.add(url)
}

/** Large enough that a run is often killed in the middle. */
const addUpload: Writer = async (server, { runs }) => {
  const own = freshUrls(5000)
  const upload = await call(server, '/api/v1/uploads?name=list.txt', { body: `${own.join('\n')}\n`, headers: OCTETS })
  assert.equal(upload.status, 201, upload.text)
  const options = { upload: upload.json['id'] }
  const run = await call(server, '/api/v1/runs', { body: { kind: 'ingest', options } })
  if (run.status === 201) runs.set(run.json['id'] as number, own)
  await sleep(50)
}

/** Writes until the server is gone. */
async function keepWriting(write: Writer, server: ServeProcess, acknowledged: Acknowledged): Promise<void> {
  try {
    for (;;) await write(server, acknowledged)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    assert.match(String(error.code), /^(?:ECONN\w+|EPIPE)$/)
  }
}

async function listAll(server: ServeProcess, path: string): Promise<Readonly<Record<string, unknown>>[]> {
  const all: Readonly<Record<string, unknown>>[] = []
  for (let after: string | null = ''; after !== null;) {
    const { json } = await call(server, `${path}?limit=500${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`)
    all.push(...(json['items'] as Readonly<Record<string, unknown>>[]))
    after = json['next'] as string | null
  }
  return all
}

/** No run of the killed process may look active; each that did not end is `interrupted`, and is resumed. */
async function resumeRuns(server: ServeProcess, known: ReadonlySet<number>): Promise<number> {
  let resumed = 0
  for (const { id, state } of await listAll(server, '/api/v1/runs')) {
    assert.match(String(state), /^(?:done|interrupted)$/, `run ${String(id)}`)
    if (state !== 'interrupted') continue
    const { status, text } = await call(server, `/api/v1/runs/${String(id)}/resume`, { method: 'POST' })
    assert.equal(status, 200, text)
    resumed += Number(known.has(id as number))
  }
  return resumed
}

async function waitForRuns(server: ServeProcess): Promise<void> {
  for (let round = 0; round < 2400; round += 1) {
    const states = (await listAll(server, '/api/v1/runs')).map(({ state }) => state)
    if (states.every((state) => state === 'done')) return
    assert.ok(!states.includes('failed'), 'a resumed run failed')
    await sleep(50)
  }
  throw new Error('the runs do not end')
}

/** A slow machine may not get that far in the time until the first kill. */
async function waitForBoth({ urls, runs }: Acknowledged): Promise<void> {
  for (let round = 0; round < 600 && (urls.size === 0 || runs.size === 0); round += 1) await sleep(50)
}

/** Kills a server again and again while it is written to, and looks whether everything that it acknowledged is there. */
export function testKilledServe({ kills, seed = 1 }: { readonly kills: number; readonly seed?: number }): void {
  const folder = temporaryFolder()
  test(`killed ${kills} times during ingest and runs, the server loses no acknowledged write`, async () => {
    const db = join(folder.path, 'killed.db')
    const acknowledged: Acknowledged = { urls: new Set(), runs: new Map() }
    const random = createRandom(seed)
    let resumed = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await startServe(db)
      resumed += await resumeRuns(server, new Set(acknowledged.runs.keys()))
      const writing = [addJson, addLines, addUpload].map((write) => keepWriting(write, server, acknowledged))
      await sleep(100 + random(700))
      if (kill === 0) await waitForBoth(acknowledged)
      await server.end('SIGKILL')
      await Promise.all(writing)
    }
    const server = await startServe(db)
    await resumeRuns(server, new Set())
    await waitForRuns(server)
    const runs = new Set((await listAll(server, '/api/v1/runs')).map(({ id }) => id))
    const pages = new Set((await listAll(server, '/api/v1/pages')).map(({ canonicalUrl }) => canonicalUrl))
    await server.end('SIGTERM')
    const wanted = [...acknowledged.urls, ...[...acknowledged.runs.values()].flat()]
    assert.ok(acknowledged.urls.size > 0 && acknowledged.runs.size > 0, 'nothing was acknowledged')
    assert.deepEqual(
      [...acknowledged.runs.keys()].filter((id) => !runs.has(id)),
      [],
    )
    assert.deepEqual(wanted.filter((url) => !pages.has(url)).slice(0, 10), [])
    if (kills > 10) assert.ok(resumed > 0, 'no run was ever interrupted')
  })
}
