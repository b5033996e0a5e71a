// A test report for people and logs: what failed and why, and the counts at the end. What passed is only counted.
import { Readable } from 'node:stream'
import { spec } from 'node:test/reporters'

const QUIET = new Set(['test:pass', 'test:start', 'test:complete', 'test:enqueue', 'test:dequeue', 'test:plan'])

export default async function* reportBriefly(events) {
  yield* Readable.from(leaveOutPasses(events)).compose(new spec())
}

async function* leaveOutPasses(events) {
  for await (const event of events) if (!QUIET.has(event.type)) yield event
}
