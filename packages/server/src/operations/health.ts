import { z } from 'zod'
import { allowOneOf } from '../canonist/input-relations.ts'
import { rankBrokenHosts } from '../history/rank-troubled-hosts.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { rankedPart, createHostRanking } from './hosts.ts'
import { defineOperation } from './operation.ts'
import { createPart, healthVerdict, hostName, list, part, severalWords, count, time } from './schemas.ts'

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

export const verdict = z.strictObject({
  pageId: z.int(),
  url: z.string(),
  fetchUrl: z.string(),
  host: z.string(),
  priority: z.enum(['P0', 'P1', 'P2']),
  prioritySetBy: z.enum(['hand', 'policy']),
  verdict: healthVerdict,
  reasons: list(z.string()),
  notes: list(z.string()),
  lostFragments: list(z.string()),
  drift: z.unknown(),
  movedTo: z.string().nullable(),
  leadsTo: z.string().nullable(),
  suspicion: z.strictObject({ reason: z.string(), since: z.string(), isRefused: z.boolean() }).nullable(),
  lastGood: z.string().nullable(),
  since: z.string(),
  failingSince: z.string().nullable(),
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
  input: allowOneOf(
    z.strictObject({
      verdict: healthVerdict.optional(),
      verdicts: severalWords(healthVerdict.options)
        .optional()
        .describe('Several verdicts, separated by commas; without `verdict`'),
      host: hostName.optional(),
      ...part,
    }),
    ['verdict', 'verdicts'],
  ),
  output: createPart(verdict),
  errors: [...ALL_LIST_ERRORS, 'registry/bad-host'],
  examples: [{}, { host: 'example.com' }, { verdicts: 'gone,moved' }],
  run: async (app, { after, limit, ...filter }) => (await app.health()).listVerdicts(filter, { after, limit }),
})

export const getHealthSummary = defineOperation({
  name: 'getHealthSummary',
  method: 'GET',
  path: '/api/v1/health/summary',
  summary: 'Count the pages by the verdict of their last check.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({ verdicts: z.record(z.string(), count) }),
  examples: [{}],
  run: async (app) => ({ verdicts: (await (await app.registry()).readCounts()).verdicts }),
})

export const rankHealthHosts = defineOperation({
  name: 'rankHealthHosts',
  method: 'GET',
  path: '/api/v1/health/hosts',
  summary: 'List the hosts with most links that are gone, degraded, moved or suspect, by verdict.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject(rankedPart),
  output: createHostRanking('By verdict'),
  examples: [{}, { limit: 3 }],
  run: (app, { limit }) => rankBrokenHosts(app, limit),
})
