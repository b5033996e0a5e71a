import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { createFrontierFilter } from './schemas.ts'

/** Enough to know whether it is a few or many; looking further would take seconds. */
const MAX_COUNTED = 10_000

export const countFrontierUrls = defineOperation({
  name: 'countFrontierUrls',
  method: 'GET',
  path: '/api/v1/frontier/count',
  summary: 'Count the URLs of the queue that a filter matches.',
  role: 'read',
  effect: 'reads',
  input: createFrontierFilter({}),
  output: z.strictObject({
    urls: z.int().min(0),
    isComplete: z
      .boolean()
      .describe('False if there may be more: the beginning of a path is counted to about 10,000 URLs'),
  }),
  errors: ['registry/bad-host', 'registry/bad-prefix'],
  examples: [{ state: 'dead' }, { state: 'dead', q: 'example.com/docs' }],
  run: async (app, filter) => (await app.frontier()).countMatching(filter, MAX_COUNTED),
})
