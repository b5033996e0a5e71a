import { z } from 'zod'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { part, createPart, rejected, word } from './schemas.ts'

export const listRejected = defineOperation({
  name: 'listRejected',
  method: 'GET',
  path: '/api/v1/rejected',
  summary: 'List the inputs that were rejected, and why.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ code: word.optional(), ...part }),
  output: createPart(rejected),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { code: 'url/no-scheme' }],
  run: async (app, { code, after, limit }) => (await app.registry()).listRejected({ code }, { after, limit }),
})
