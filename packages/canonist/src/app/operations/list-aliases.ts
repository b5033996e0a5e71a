import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { alias, id, part, partOf } from './schemas.ts'

export const listAliases = defineOperation({
  name: 'listAliases',
  method: 'GET',
  path: '/api/v1/pages/{id}/aliases',
  summary: 'List the URLs that lead to a page, with their evidence.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id, ...part }),
  output: partOf(alias),
  examples: [{ id: 1 }],
  run: async (app, { id, after, limit }) => (await app.registry()).listAliases(id, { after, limit }),
})
