import { z } from 'zod'
import { readRetention, RETAINED_KINDS } from '../retention/read-retention.ts'
import { defineOperation } from './operation.ts'
import { list } from './schemas.ts'

export const getRetention = defineOperation({
  name: 'getRetention',
  method: 'GET',
  path: '/api/v1/retention',
  summary: 'Show for how long the server keeps each kind of data.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    limits: list(
      z.strictObject({
        data: z.enum(RETAINED_KINDS),
        keptMs: z.int().min(0).nullable().describe('In milliseconds; null without a limit in time'),
        keptRows: z.int().min(0).nullable().describe('How many are kept, the newest ones; null without such a limit'),
        option: z.string().nullable().describe('The option of `openCanonist` that sets it; null if it is fixed'),
      }),
    ),
  }),
  examples: [{}],
  run: (app) => Promise.resolve({ limits: readRetention(app) }),
})
