import { z } from 'zod'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { defineOperation } from './operation.ts'

const count = z.int().min(0)

export const getFrontierGauges = defineOperation({
  name: 'getFrontierGauges',
  method: 'GET',
  path: '/api/v1/frontier/gauges',
  summary:
    'Show how the queue is doing: hosts that are ready, waiting, blocked and down, and since when the oldest is due.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    hosts: z
      .strictObject({ ready: count, waiting: count, blocked: count, down: count })
      .describe('Hosts with URLs to fetch; beyond 50,000, only the earliest are counted'),
    oldestDueAt: z.string().nullable().describe('When the most overdue host became ready; null if none is'),
  }),
  examples: [{}],
  async run(app) {
    const frontier = await app.frontier()
    const { hosts, oldestDueAgeMs } = await frontier.readGauges()
    return { hosts, oldestDueAt: hosts.ready === 0 ? null : isoTime((await frontier.now()) - oldestDueAgeMs) }
  },
})
