import { z } from 'zod'
import { AppError } from '../errors.ts'
import { findPages } from '../find/find-pages.ts'
import { limitTrustedLengths } from './expression-limits.ts'
import { defineOperation } from './operation.ts'
import { foundPage } from './schemas.ts'

export const findPage = defineOperation({
  name: 'findPage',
  method: 'GET',
  path: '/api/v1/lookup',
  summary: 'Find the page that a URL belongs to, in any of its spellings, with all aliases and their evidence.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ url: z.string() }),
  output: foundPage,
  errors: ['app/not-found'],
  examples: [{ url: 'https://example.com/#top' }],
  async run(app, { url }) {
    limitTrustedLengths([['url', url]])
    for await (const page of findPages(app, { url })) return page
    throw new AppError('app/not-found', { thing: url })
  },
})
