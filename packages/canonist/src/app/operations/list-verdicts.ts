import { z } from 'zod'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { list, part, createPart } from './schemas.ts'

const time = z.string().nullable()
const VERDICTS = [
  'healthy',
  'moved',
  'degraded',
  'guarded',
  'inconclusive',
  'soft404',
  'gone',
  'takeover_suspect',
] as const

export const verdict = z.strictObject({
  pageId: z.int(),
  url: z.string(),
  fetchUrl: z.string(),
  host: z.string(),
  priority: z.enum(['P0', 'P1', 'P2']),
  prioritySetBy: z.enum(['hand', 'policy']),
  verdict: z.enum(VERDICTS),
  reasons: list(z.string()),
  notes: list(z.string()),
  lostFragments: list(z.string()),
  drift: z.unknown(),
  movedTo: z.string().nullable(),
  leadsTo: z.string().nullable(),
  suspicion: z.strictObject({ reason: z.string(), since: z.string(), isRefused: z.boolean() }).nullable(),
  lastGood: time,
  since: z.string(),
  failingSince: time,
  checkedAt: z.string(),
  dueAt: z.string(),
  evidence: list(z.string()),
  isTurnedAway: z.boolean(),
})

export const listVerdicts = defineOperation({
  name: 'listVerdicts',
  method: 'GET',
  path: '/api/v1/health',
  summary: 'List the verdicts of link health with their reasons.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ verdict: z.enum(VERDICTS).optional(), host: z.string().optional(), ...part }),
  output: createPart(verdict),
  errors: [...ALL_LIST_ERRORS, 'registry/bad-host'],
  examples: [{}, { host: 'example.com' }],
  run: async (app, { verdict, host, after, limit }) =>
    (await app.health()).listVerdicts({ verdict, host }, { after, limit }),
})
