import { z } from 'zod'
import { countReasons, listReasons, type ReasonCount } from '../frontier/queue.ts'
import { findReasonClass, REASON_CLASSES } from '../frontier/words.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { frontierFilter, frontierState, list, part, createPart } from './schemas.ts'

const reasonCount = z.strictObject({
  state: frontierState,
  reason: z.string().nullable(),
  reasonClass: z.enum(REASON_CLASSES).nullable(),
  urls: z.int().min(0),
})

const addClass = <Count extends ReasonCount>(counted: Count) => ({
  ...counted,
  reasonClass: counted.reason === null ? null : findReasonClass(counted.reason),
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
  examples: [{}, { host: 'example.com' }, { state: 'dead', reasonClass: 'redirect,http' }],
  async run(app, { after, limit, ...filter }) {
    const { items, next } = await listReasons(app, filter, { after, limit })
    const totals = await countReasons(app, filter.host)
    return { items: items.map(addClass), next, totals: totals.map(addClass) }
  },
})
