import { z } from 'zod'
import { AppError } from '../errors.ts'
import { findPages } from '../find/find-pages.ts'
import { defineOperation } from './operation.ts'
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
  examples: [{ id: 1 }],
  async run(app, { id }) {
    for await (const page of findPages(app, { id })) return page
    throw new AppError('app/not-found', { thing: `page ${id}` })
  },
})
