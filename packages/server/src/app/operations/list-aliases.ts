import { z } from 'zod'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { requirePage } from './require-page.ts'
import { alias, id, part, createPart } from './schemas.ts'

export const listAliases = defineOperation({
  name: 'listAliases',
  method: 'GET',
  path: '/api/v1/pages/{id}/aliases',
  summary: 'List the URLs that belong to a page, with their evidence.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id, ...part }),
  output: createPart(alias),
  errors: [...ALL_LIST_ERRORS, 'app/not-found'],
  examples: [{ id: 1 }],
  async run(app, { id, after, limit }) {
    const aliases = await (await app.registry()).listAliases(id, { after, limit })
    if (aliases.items.length === 0) await requirePage(app, id)
    return aliases
  },
})
