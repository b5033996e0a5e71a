import { z } from 'zod'
import { canonicalize as canonicalizeUrl } from '../../canonicalize/canonicalize.ts'
import { withFetcher } from '../fetching/with-fetcher.ts'
import { defineOperation } from './operation.ts'
import { list } from './schemas.ts'

const common = {
  inputUrl: z.string(),
  requests: z.int(),
  hops: z.int(),
  warnings: list(z.string()),
  attempts: list(
    z.strictObject({
      url: z.string(),
      finalUrl: z.string().nullable(),
      purpose: z.string(),
      outcome: z.string(),
      status: z.int().optional(),
      retryAfter: z.number().optional(),
      ms: z.number(),
    }),
  ),
}

export const canonicalize = defineOperation({
  name: 'canonicalize',
  method: 'POST',
  path: '/api/v1/canonicalize',
  summary: 'Find the cleanest URL that provably serves the same feed or page.',
  role: 'write',
  effect: 'fetches',
  isRepeatable: true,
  input: z.strictObject({
    url: z.string(),
    options: z
      .strictObject({
        expect: z.enum(['any', 'feed', 'page']).optional(),
        maxRequests: z.int().min(0).max(100).optional().describe('Requests after the first one (3)'),
        maxRedirects: z.int().min(0).max(50).optional(),
        temporaryRedirects: z.enum(['follow', 'keep']).optional(),
        useSignature: z.boolean().optional().describe('Whether equal items or equal text prove sameness (true)'),
        preferHttps: z.boolean().optional(),
        preferNoWww: z.boolean().optional(),
        stripAllQuery: z.boolean().optional().describe('Whether the URL without its query is tested, too (false)'),
        trackingParams: list(z.string()).optional().describe('Replaces the built-in list'),
      })
      .optional(),
  }),
  output: z.discriminatedUnion('ok', [
    z.looseObject({ ok: z.literal(true), url: z.string(), reason: z.string(), ...common }),
    z.looseObject({ ok: z.literal(false), error: z.string(), message: z.string(), ...common }),
  ]),
  errors: ['app/bad-network-option'],
  examples: [{ url: 'http://www.example.com/feed/?utm_source=x', options: { expect: 'feed' } }],
  run: (app, { url, options }, { signal, network }) =>
    withFetcher(app, network, async (fetcher) => ({
      ...(await canonicalizeUrl(url, { ...options, fetcher, signal })),
    })),
})
