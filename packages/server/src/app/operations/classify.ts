import { classify as classifyUrl } from '@canonist/core'
import { z } from 'zod'
import { URL_CODES } from './errors.ts'
import { limitTrustedLengths } from './expression-limits.ts'
import { defineOperation } from './operation.ts'
import { httpUrl, linkType, list } from './schemas.ts'

export const classify = defineOperation({
  name: 'classify',
  method: 'POST',
  path: '/api/v1/classify',
  summary: 'Classify a URL as home page, section page or informative page.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ url: httpUrl }),
  output: z.strictObject({ linkType, reasons: list(z.string()), confidence: z.number().min(0).max(1) }),
  errors: URL_CODES,
  examples: [{ url: 'https://www.boe.es/' }],
  async run(_, { url }) {
    limitTrustedLengths([['url', url]])
    return classifyUrl(url)
  },
})
