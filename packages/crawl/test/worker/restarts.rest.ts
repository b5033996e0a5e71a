import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { runProcesses } from 'canonist/internal/cli/commands/work/run-processes'
import type { WorkReport } from '@canonist/server/internal/work/run-worker'
import { temporaryFolder } from '@canonist/test-support/command.ts'

const REPORT: WorkReport = { results: { fetched: 1 }, renamed: 0, requests: 1, isDrained: true, waiting: null }

/** A process that ends as its only argument says: it reports, it exits with that code, or it waits for SIGTERM. */
const PROGRAM = temporaryFolder().file(
  'program.mjs',
  `const [, , life] = process.argv
  if (life === 'reports') process.send(${JSON.stringify(REPORT)}, () => process.disconnect())
  else if (life === 'stays') {
    const stays = setInterval(() => undefined, 1000)
    process.once('SIGTERM', () => process.send(${JSON.stringify(REPORT)}, () => process.disconnect(clearInterval(stays))))
    console.log('ready')
  }
  else process.exit(Number(life))`,
)

/** What becomes of a process. */
type Life = 'reports' | 'stays' | 'crashes' | 'fails'

interface Scene {
  /** What the start with this number, from 1, of a worker with this number, from 1, becomes. */
  readonly live: (worker: number, start: number) => Life
  /** Milliseconds that a process lives by the clock, at this start. */
  readonly lifetime?: (start: number) => number
  /** Ctrl-C after so many restarts. */
  readonly stopAfter?: number
}

/** Runs three workers as real processes, by a clock that does not wait. */
async function play({ live, lifetime = () => 0, stopAfter = Number.POSITIVE_INFINITY }: Scene) {
  const [starts, waits, notices] = [new Map<number, number>(), new Array<number>(), new Array<string>()]
  const stop = new AbortController()
  let time = 0
  const environment = {
    now: () => time,
    notify: (line: string) => void notices.push(line),
    interruption: () => stop.signal,
    startCopy: async (index: number) => {
      const start = (starts.get(index) ?? 0) + 1
      starts.set(index, start)
      const life = live(index + 1, start)
      time += life === 'crashes' ? lifetime(start) : 0
      const argument = { crashes: '70', fails: '3', reports: 'reports', stays: 'stays' }[life]
      const child = fork(PROGRAM, [argument], { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] })
      if (life === 'stays' && child.stdout !== null) await once(child.stdout, 'data')
      return child
    },
  }
  const sleep = (ms: number): Promise<void> => {
    if (waits.push(ms) === stopAfter) stop.abort()
    return Promise.resolve()
  }
  const ended = await runProcesses(environment, 3, { sleep }).then(
    (report) => ({ report, message: null }),
    (error: unknown) => ({ report: null, message: error instanceof Error ? error.message : String(error) }),
  )
  return { ...ended, starts: [1, 2, 3].map((worker) => starts.get(worker - 1)), waits, notices }
}

test('a worker that keeps crashing is restarted after longer waits, up to a minute, and the others continue', async () => {
  const { waits, starts, report, notices } = await play({
    live: (worker) => (worker === 2 ? 'crashes' : 'stays'),
    stopAfter: 9,
  })
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  assert.deepEqual(starts, [1, 9, 1])
  assert.deepEqual(report?.results, { fetched: 2 })
  assert.equal(notices[0], 'canonist: worker 2 ended with exit code 70. It is restarted in 1 s.')
  assert.equal(notices[4], 'canonist: worker 2 ended with exit code 70, 5 times in a row. It is restarted in 16 s.')
})

test('all are stopped when every worker keeps crashing', async () => {
  const { starts, message } = await play({ live: () => 'crashes' })
  assert.match(
    message ?? '',
    /^No worker is left that does not keep crashing: worker [123] ended with exit code 70, \d+ times in a row\. If memory ran out, lower --concurrency or --processes\.$/,
  )
  assert.ok(starts.every((count = 0) => count >= 5))
})

test('a worker that keeps crashing does not keep the command from ending when the others are done', async () => {
  let crashes = 0
  const { message, starts } = await play({
    live: (worker) => {
      if (worker === 2) crashes += 1
      return worker === 2 ? 'crashes' : 'reports'
    },
  })
  assert.match(message ?? '', /No worker is left that does not keep crashing/)
  assert.deepEqual(starts, [1, crashes, 1])
})

test('a worker that has lived for a while has all its restarts again', async () => {
  const { waits, report } = await play({
    live: (worker, start) => (worker === 2 && start < 7 ? 'crashes' : 'reports'),
    lifetime: (start) => (start === 4 ? 30_000 : 0),
  })
  assert.deepEqual(waits, [1000, 2000, 4000, 1000, 2000, 4000])
  assert.deepEqual([report?.isDrained, report?.results], [true, { fetched: 3 }])
})

test('a failure that a worker reports itself stops all of them', async () => {
  const { starts, message } = await play({ live: (worker) => (worker === 3 ? 'fails' : 'stays') })
  assert.equal(message, 'Worker 3 failed, so all workers were stopped. Read its message above.')
  assert.deepEqual(starts, [1, 1, 1])
})
