import { z } from 'zod'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { allowOneOf } from './relations.ts'
import { createPart, healthVerdict, hostName, list, part, severalWords } from './schemas.ts'

const time = z.string().nullable()
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
