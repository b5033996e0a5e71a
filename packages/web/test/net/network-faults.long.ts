import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { meetFault, residentMebibytes } from '@canonist/test-support/fault-runs.ts'
import { DNS_FAULTS, type Fault } from '@canonist/test-support/network-faults.ts'

const TIMES = 100
const MOST_GROWTH_MIB = 64

const servers = fork(fileURLToPath(new URL('../../../../test/support/fault-servers-process.ts', import.meta.url)))
after(() => servers.disconnect())
const [told] = (await once(servers, 'message')) as [Fault[]]
const faults = [...told, ...DNS_FAULTS]

/** The allocator keeps what it was once given: only after some rounds is growth a leak. Slow faults add nothing but time. */
async function warmUp(): Promise<void> {
  const quick: Fault[] = []
  for (const fault of faults) if ((await meetFault(fault, 10)) < 300) quick.push(fault)
  for (let round = 0; round < 4; round += 1) for (const fault of quick) await meetFault(fault, TIMES)
}

test(`every fault ${TIMES} times: each ends in time, and memory does not grow`, async (t) => {
  await warmUp()
  const before = residentMebibytes()
  let longest = 0
  for (const fault of faults) longest = Math.max(longest, await meetFault(fault, TIMES))
  const growth = residentMebibytes() - before
  t.diagnostic(`${faults.length} kinds, longest ${Math.round(longest)} ms, memory grew by ${growth.toFixed(1)} MiB`)
  assert.ok(growth < MOST_GROWTH_MIB, `${growth} MiB`)
})
