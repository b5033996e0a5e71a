import { z } from 'zod'
import { countReasons, listReasons } from '../frontier/queue.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { frontierFilter, frontierState, list, part, createPart } from './schemas.ts'

const reasonCount = z.strictObject({
  state: frontierState,
  reason: z.string().nullable(),
  urls: z.int().min(0),
})

export const getFrontierReasons = defineOperation({
  name: 'getFrontierReasons',
  method: 'GET',
  path: '/api/v1/frontier/reasons',
  summary: 'Count the URLs of the queue by reason and host.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ ...frontierFilter, ...part }),
  output: createPart(
    reasonCount.extend({ host: z.string() }).describe('A leased URL counts under the state that it had before'),
  ).extend({ totals: list(reasonCount).describe('For all hosts together, or for the requested host') }),
  errors: [...ALL_LIST_ERRORS, 'registry/bad-host'],
  examples: [{}, { host: 'example.com' }],
  async run(app, { after, limit, ...filter }) {
    const { items, next } = await listReasons(app, filter, { after, limit })
    return { items, next, totals: await countReasons(app, filter.host) }
  },
})
