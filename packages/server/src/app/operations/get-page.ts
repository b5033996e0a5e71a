import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { requirePage } from './require-page.ts'
import { foundPage, id } from './schemas.ts'

export const getPage = defineOperation({
  name: 'getPage',
  method: 'GET',
  path: '/api/v1/pages/{id}',
  summary: 'Get a page with all aliases and their evidence.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id }),
  output: foundPage,
  errors: ['app/not-found'],
  examples: [{ id: 1 }],
  run: (app, { id }) => requirePage(app, id),
})
