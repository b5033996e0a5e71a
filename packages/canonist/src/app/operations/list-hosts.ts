import { z } from 'zod'
import { hostSummary } from './host-schemas.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { part, createPart } from './schemas.ts'

export const listHosts = defineOperation({
  name: 'listHosts',
  method: 'GET',
  path: '/api/v1/hosts',
  summary: 'List the known hosts by name, with their clocks and failures.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ q: z.string().optional().describe('How the names begin'), ...part }),
  output: createPart(hostSummary),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { q: 'exam', limit: '10' }],
  run: async (app, { q, after, limit }) => (await app.hosts()).list({ q, after, limit }),
})
