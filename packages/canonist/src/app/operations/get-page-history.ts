import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { id, list } from './schemas.ts'

const moment = z.number().describe('Milliseconds since 1970')

const observation = z.strictObject({
  at: moment,
  method: z.enum(['HEAD', 'GET']),
  status: z.int().nullable(),
  failure: z.string().nullable(),
  chain: list(z.strictObject({ status: z.int(), to: z.string() })),
  arrival: z.string(),
  wall: z.string().nullable(),
  retryAfter: z.number().nullable(),
  missing: z.string().nullable(),
  parked: z.boolean().optional(),
  replaced: z.boolean().optional(),
  pageDecision: z.enum(['accepted', 'refused']).nullish(),
  suspicion: z.strictObject({ reason: z.string(), since: moment, isRefused: z.boolean() }).nullish(),
  wasWell: z.boolean().optional(),
  isUnchanged: z.boolean(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  fingerprint: z.unknown(),
  drift: z.unknown().optional(),
  certificateExpires: moment.nullable(),
  lostFragments: list(z.string()),
  soughtFragments: z.string().nullish(),
  isWitnessed: z.boolean(),
})

export const getPageHistory = defineOperation({
  name: 'getPageHistory',
  method: 'GET',
  path: '/api/v1/pages/{id}/history',
  summary: 'Get what link health saw of a page, the oldest observation first.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id }),
  output: z.strictObject({ items: list(observation) }),
  examples: [{ id: 1 }],
  run: async (app, { id }) => ({ items: await (await app.health()).history(id) }),
})
