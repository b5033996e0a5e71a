import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from './api-server.ts'
import { temporaryFolder } from './command.ts'
import { createMixedLoad } from './mixed-load.ts'
import { startServe, type ServedCommand } from './served-command.ts'

const PROBE = new URL('report-retained.ts', import.meta.url).href
const LEAK = new URL('leak-per-request.ts', import.meta.url).href
const TOKEN = 'w-secret-1234567890ab'
const HEADERS = { authorization: `Bearer ${TOKEN}` }
const PAGES = Array.from({ length: 50 }, (_, index) => `https://example.com/${index}`)

interface Size {
  readonly requests: number
}

/** What may stay of a request. A leak of 100 bytes must be found; with few requests, up to 60 are what V8 still learns about the code. */
const getMostBytes = (requests: number): number => (requests >= MANY ? 50 : 95)

const MANY = 500_000

/** Measured with the collector's own reserves, which come and go in pieces of 16 MB, so it says something about many requests only. */
const MOST_RESIDENT_BYTES = 64e6

interface Memory {
  /** What is left when all garbage is collected. */
  readonly retained: number
  readonly resident: number
}

const REPORT = /^resident (\d+)\nretained (\d+)$/gm

async function readMemory({ kill, log }: ServedCommand): Promise<Memory> {
  const countReports = (): number => [...log().matchAll(REPORT)].length
  const before = countReports()
  kill('SIGUSR2')
  for (let round = 0; countReports() === before; round += 1) {
    if (round === 1200) throw new Error('the server reports nothing')
    await sleep(50)
  }
  const [, resident, retained] = [...log().matchAll(REPORT)].at(-1) ?? []
  return { retained: Number(retained), resident: Number(resident) }
}

/** Waits until the server has noticed that all clients are gone. */
async function waitForQuiet(url: string): Promise<void> {
  for (let round = 0; round < 1200; round += 1) {
    const { text } = await send(new URL('/metrics', url).href, { headers: HEADERS })
    if (/^\w*api_open_requests 0$/m.test(text)) return
    await sleep(50)
  }
  throw new Error('some requests stay open')
}

/** Sends requests of all kinds to a server, and returns by how much its memory grew in the second half of them. */
async function measureGrowth(t: TestContext, { requests, leak }: Size & { readonly leak: number }): Promise<Memory> {
  const { path, file } = temporaryFolder()
  const args = ['--db', join(path, 'memory.db'), '--tokens', file('tokens', `write ${TOKEN} writer\n`)]
  const imports = [PROBE, ...(leak > 0 ? [LEAK] : [])].map((url) => `--import=${url}`).join(' ')
  const env = { NODE_OPTIONS: imports, LEAK_BYTES: String(leak) }
  const server = await startServe(t, [...args, '--rate-limit', '1000000', '--log', 'error'], { env })
  const { url } = server
  const added = await send(new URL('/api/v1/urls', url).href, { headers: HEADERS, body: { urls: PAGES } })
  assert.equal(added.status, 200)
  const load = createMixedLoad({ url, token: TOKEN, urls: PAGES })
  t.after(() => load.close())
  const halves: Memory[] = []
  for (let half = 0; half < 2; half += 1) {
    await load.send(requests / 2)
    await waitForQuiet(url)
    halves.push(await readMemory(server))
  }
  const [before, after] = halves as [Memory, Memory]
  const growth = { retained: after.retained - before.retained, resident: after.resident - before.resident }
  t.diagnostic(`retained ${before.retained} and ${after.retained}, resident ${before.resident} and ${after.resident}`)
  return growth
}

const SKIPS = { skip: process.platform === 'win32' && 'has no SIGUSR2' }

/** What the server keeps does not grow with the number of requests. */
export function testFlatMemory({ requests }: Size): void {
  test(`memory is flat over ${requests.toLocaleString('en')} requests of all kinds`, SKIPS, async (t) => {
    const { retained, resident } = await measureGrowth(t, { requests, leak: 0 })
    const perRequest = retained / (requests / 2)
    assert.ok(perRequest < getMostBytes(requests), `${perRequest.toFixed(1)} bytes a request stay`)
    assert.ok(requests < MANY || resident < MOST_RESIDENT_BYTES, `${resident / 1e6} MB more`)
  })
}

/** The same test on a server that keeps 100 bytes for each request must fail. */
export function testLeakIsFound({ requests }: Size): void {
  test(`a leak of 100 bytes a request is found in ${requests.toLocaleString('en')} requests`, SKIPS, async (t) => {
    const { retained } = await measureGrowth(t, { requests, leak: 100 })
    const perRequest = retained / (requests / 2)
    assert.ok(perRequest > getMostBytes(requests), `${perRequest.toFixed(1)} bytes a request stay`)
  })
}
