import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCounts, formatWork, type WorkCounts } from '../../src/cli/commands/work/work-progress.ts'

const START: WorkCounts = { fetched: 0, failures: {}, queue: null, isStrained: false }
const QUEUE = { urls: 5310, hosts: 48, downHosts: 0 }

const LINES: { counts: Partial<WorkCounts>; perSecond: number | null; shown: string }[] = [
  { counts: {}, perSecond: null, shown: '0 fetched' },
  { counts: { queue: QUEUE }, perSecond: null, shown: '0 fetched, 5,310 queued, 48 hosts' },
  { counts: { fetched: 1204, queue: QUEUE }, perSecond: 12.34, shown: '1,204 fetched, 12/s, 5,310 queued, 48 hosts' },
  {
    counts: { fetched: 1204, queue: QUEUE, isStrained: true },
    perSecond: 12.34,
    shown: '1,204 fetched, 12/s, slowed (too little CPU time or memory), 5,310 queued, 48 hosts',
  },
  {
    counts: { fetched: 12, queue: { urls: 1, hosts: 1, downHosts: 1 }, failures: { not_found: 1 } },
    perSecond: 0,
    shown: '12 fetched, 0/s, 1 queued, 1 host (1 down), 1 failure: not_found 1',
  },
  {
    counts: { fetched: 12, failures: { gone: 2, read_timeout: 2400, reset: 1, not_found: 7 } },
    perSecond: 1,
    shown: '12 fetched, 1/s, 2,410 failures: read_timeout 2,400, not_found 7, gone 2, …',
  },
]
for (const { counts, perSecond, shown } of LINES)
  test(`the line of work: ${shown}`, () => assert.equal(formatWork({ ...START, ...counts }, perSecond), shown))

test('the counts of several workers add up, and one knows the queue', () => {
  const total = addCounts([
    { fetched: 3, failures: { gone: 1 }, queue: null, isStrained: true },
    { fetched: 4, failures: { gone: 1, reset: 2 }, queue: QUEUE, isStrained: false },
    START,
  ])
  assert.deepEqual({ ...total }, { fetched: 7, failures: { gone: 2, reset: 2 }, queue: QUEUE, isStrained: true })
})
