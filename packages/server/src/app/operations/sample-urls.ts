import { z } from 'zod'
import { sampleAliases } from '@canonist/registry/internal/registry/sql/sample-aliases'
import { defineOperation } from './operation.ts'
import { list, wholeNumber } from './schemas.ts'

const MAX_URLS = 50_000

export const sampleUrls = defineOperation({
  name: 'sampleUrls',
  method: 'GET',
  path: '/api/v1/sample',
  summary: 'Get the URLs of a random sample of pages (the same each time), to try a policy on.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    size: wholeNumber(1, MAX_URLS).default(10_000).describe('Maximum number of URLs (default: 10,000)'),
  }),
  output: z.strictObject({ urls: list(z.string()) }),
  examples: [{}, { size: 5 }],
  run: async ({ context }, { size }) => ({ urls: await sampleAliases(context.database, size) }),
})
