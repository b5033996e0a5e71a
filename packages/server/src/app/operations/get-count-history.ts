import { z } from 'zod'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { readCountHistory } from '../history/read-count-history.ts'
import { defineOperation } from './operation.ts'
import { allCounts, list, wholeNumber } from './schemas.ts'

const HOUR_MS = 3_600_000
/** Five years: as far back as samples are kept. */
const MAX_HOURS = 43_800

export const getCountHistory = defineOperation({
  name: 'getCountHistory',
  method: 'GET',
  path: '/api/v1/counts/history',
  summary: 'Show how the counts have changed over the last hours.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    hours: wholeNumber(1, MAX_HOURS).default(24).describe('How many hours to go back (default: 24)'),
  }),
  output: z.strictObject({
    step: z.enum(['minute', 'hour', 'day']),
    items: list(z.strictObject({ at: z.string().describe('ISO 8601'), counts: allCounts })),
  }),
  examples: [{}, { hours: 720 }],
  async run(app, { hours }) {
    const { step, items } = await readCountHistory(app, hours * HOUR_MS)
    return { step, items: items.map(({ at, counts }) => ({ at: isoTime(at), counts })) }
  },
})
