import { z } from 'zod'
import { canonicalize as canonicalizeUrl } from '@canonist/web/internal/canonicalize/canonicalize'
import { CANONICALIZE_ERRORS } from '@canonist/web/internal/canonicalize/errors'
import type { ErrorCode } from '@canonist/web/internal/canonicalize/result'
import { withFetcher } from '../fetching/with-fetcher.ts'
import { defineOperation } from './operation.ts'
import { list, texts } from './schemas.ts'

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

const preset = z.enum(['aggressive', 'moderate', 'conservative', 'strip_all_query']).nullable()

const found = z.strictObject({
  ok: z.literal(true),
  url: z.string(),
  private: z.boolean(),
  reason: z.enum([
    'response_url',
    'redirect_verified',
    'content_verified',
    'signature_verified',
    'upgrade_https',
    'exists_in_db',
    'fallback',
  ]),
  kind: z.enum(['feed', 'page', 'other']).nullable(),
  source: z.enum(['input', 'response', 'self', 'canonical', 'og', 'db']),
  preset,
  responseUrl: z.string().nullable(),
  declaredUrl: z.string().nullable(),
  aliases: list(z.string()),
  evidence: list(z.strictObject({ url: z.string(), proof: z.enum(['redirect', 'content', 'signature', 'database']) })),
  candidates: list(z.strictObject({ url: z.string(), score: z.number(), preset, outcome: z.string() })),
  ...common,
})

const notFound = z.strictObject({
  ok: z.literal(false),
  error: z.enum(Object.keys(CANONICALIZE_ERRORS) as ErrorCode[]),
  message: z.string(),
  status: z.int().optional(),
  ...common,
})

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
        maxRequests: z
          .int()
          .min(0)
          .max(100)
          .optional()
          .describe('Maximum number of requests after the first one (default: 3)'),
        maxRedirects: z.int().min(0).max(50).optional(),
        temporaryRedirects: z.enum(['follow', 'keep']).optional(),
        useSignature: z
          .boolean()
          .optional()
          .describe('Whether equal items or equal text prove that two URLs are the same (default: true)'),
        preferHttps: z.boolean().optional(),
        preferNoWww: z.boolean().optional(),
        stripAllQuery: z
          .boolean()
          .optional()
          .describe('Whether to test the URL without its query too (default: false)'),
        trackingParams: texts.optional().describe('Replaces the built-in list of tracking parameters'),
      })
      .optional(),
  }),
  output: z.discriminatedUnion('ok', [found, notFound]),
  errors: ['app/bad-network-option'],
  examples: [{ url: 'http://www.example.com/feed/?utm_source=x', options: { expect: 'feed' } }],
  run: (app, { url, options }, { signal, network }) =>
    withFetcher(app, network, async (fetcher) => ({
      ...(await canonicalizeUrl(url, { ...options, fetcher, signal })),
    })),
})
