import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { meetFault } from '@canonist/test-support/fault-runs.ts'
import { DNS_FAULTS, startFaultServers } from '@canonist/test-support/network-faults.ts'

const servers = await startFaultServers()
after(servers.close)
const faults = [...servers.faults, ...DNS_FAULTS]

test('there are 24 kinds of faults and more', () => assert.ok(faults.length >= 24, `${faults.length}`))

// Most of them wait most of the time.
describe('network faults, four times each', { concurrency: 8 }, () => {
  for (const fault of faults) {
    test(`${fault.name}: ${fault.code}, in time`, async () => {
      await meetFault(fault, 4)
    })
  }
})
