import { z } from 'zod'
import { withFetcher } from '../fetching/with-fetcher.ts'
import { resolveUrl } from '../fetching/resolve-urls.ts'
import { defineOperation } from './operation.ts'
import { list } from './schemas.ts'

const hops = list(z.strictObject({ status: z.int(), to: z.string(), ms: z.number() }))

export const resolve = defineOperation({
  name: 'resolve',
  method: 'POST',
  path: '/api/v1/resolve',
  summary: 'Follow the redirects of a URL to their end, or report where and why they break.',
  role: 'write',
  effect: 'fetches',
  isRepeatable: true,
  input: z.strictObject({ url: z.string() }),
  output: z.discriminatedUnion('ok', [
    z.looseObject({ ok: z.literal(true), url: z.string(), status: z.int(), hops }),
    z.looseObject({ ok: z.literal(false), code: z.string(), message: z.string(), hops }),
  ]),
  errors: ['app/bad-network-option'],
  examples: [{ url: 'https://example.com/' }],
  run: (app, { url }, { signal, network }) =>
    withFetcher(app, network, async (fetcher) => ({ ...(await resolveUrl(url, { fetcher, signal })) })),
})
