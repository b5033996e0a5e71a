import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { list, wholeNumber } from './schemas.ts'

const MAX_LEASES = 500

export const listLeases = defineOperation({
  name: 'listLeases',
  method: 'GET',
  path: '/api/v1/frontier/leases',
  summary: 'List the hosts whose URLs workers hold now, stuck leases first.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    limit: wholeNumber(1, MAX_LEASES).default(100).describe('Maximum number of hosts (default: 100)'),
  }),
  output: z.strictObject({
    leases: list(
      z.strictObject({
        host: z.string(),
        worker: z.string().nullable(),
        urls: z.int().min(0),
        endsAt: z.string().describe('ISO 8601; a worker renews its leases long before'),
        isStuck: z.boolean().describe('The worker has not renewed it in time; the next claim frees the URLs'),
      }),
    ),
  }),
  examples: [{}, { limit: 5 }],
  run: async (app, { limit }) => ({ leases: await (await app.frontier()).listLeases(limit) }),
})
