import { z } from 'zod'
import type { Observation } from '@canonist/links/internal/health/observation'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { requirePage } from './require-page.ts'
import { id, list, part, createPart } from './schemas.ts'

const time = z.string().describe('ISO 8601')

export const observation = z.strictObject({
  at: time,
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
  suspicion: z.strictObject({ reason: z.string(), since: time, isRefused: z.boolean() }).nullish(),
  wasWell: z.boolean().optional(),
  isUnchanged: z.boolean(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  fingerprint: z.unknown(),
  drift: z.unknown().optional(),
  certificateExpires: time.nullable(),
  lostFragments: list(z.string()),
  soughtFragments: z.string().nullish(),
  isWitnessed: z.boolean(),
})

export const getPageHistory = defineOperation({
  name: 'getPageHistory',
  method: 'GET',
  path: '/api/v1/pages/{id}/history',
  summary: 'List the observations of a page by link health, the oldest or the newest first.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    id,
    order: z.enum(['oldest', 'newest']).optional().describe('Which observation comes first (default: oldest)'),
    ...part,
  }),
  output: createPart(observation),
  errors: [...ALL_LIST_ERRORS, 'app/not-found'],
  examples: [{ id: 1 }, { id: 1, order: 'newest' }],
  async run(app, { id, ...options }) {
    const { items, next } = await (await app.health()).listHistory(id, options)
    if (items.length === 0) await requirePage(app, id)
    return { items: items.map(formatTimes), next }
  },
})

/** Times as everywhere else. */
function formatTimes({ at, certificateExpires, suspicion, ...rest }: Observation): z.input<typeof observation> {
  return {
    ...rest,
    at: toIso(at),
    certificateExpires: certificateExpires === null ? null : toIso(certificateExpires),
    ...(suspicion === undefined
      ? {}
      : { suspicion: suspicion === null ? null : { ...suspicion, since: toIso(suspicion.since) } }),
  }
}

const toIso = (ms: number): string => new Date(ms).toISOString()
