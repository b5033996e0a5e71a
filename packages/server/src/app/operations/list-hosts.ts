import { z } from 'zod'
import { HOST_CONDITIONS } from '@canonist/crawl/internal/hosts/sql/read-hosts'
import { hostSummary } from './host-schemas.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { allowOneOf } from './relations.ts'
import { part, createPart } from './schemas.ts'

export const listHosts = defineOperation({
  name: 'listHosts',
  method: 'GET',
  path: '/api/v1/hosts',
  summary: 'List the known hosts by name, or those that are down or paused, with their clocks and failures.',
  role: 'read',
  effect: 'reads',
  input: allowOneOf(
    z.strictObject({
      q: z.string().optional().describe('The beginning of the host name'),
      condition: z
        .enum(HOST_CONDITIONS)
        .optional()
        .describe(
          'Only hosts that are down or that a person has paused, in the order in which they were first seen; without `q`',
        ),
      ...part,
    }),
    ['q', 'condition'],
  ),
  output: createPart(hostSummary),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { q: 'exam', limit: '10' }, { condition: 'down' }],
  run: async (app, input) => (await app.hosts()).list(input),
})
