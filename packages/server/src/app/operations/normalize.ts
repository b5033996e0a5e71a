import { z } from 'zod'
import { formatItem, normalizeRecords, normalizeUrl } from '../urls/normalize-urls.ts'
import { limitLengths, nameUrls } from './expression-limits.ts'
import { mapInSlices } from './map-in-slices.ts'
import { defineOperation } from './operation.ts'
import { resolvePolicy } from './resolve-policy.ts'
import { list, namedPolicy, policyName, policyRef } from './schemas.ts'

const MAX_URLS = 10_000

const item = z.discriminatedUnion('ok', [
  z.strictObject({ input: z.string(), ok: z.literal(true), url: z.string(), key: z.string() }),
  z.strictObject({ input: z.string(), ok: z.literal(false), code: z.string(), message: z.string() }),
])
const linesInput = z.strictObject({ policy: policyName.optional() })

export const normalize = defineOperation({
  name: 'normalize',
  method: 'POST',
  path: '/api/v1/normalize',
  summary: 'Normalize URLs and compute their keys.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ urls: z.array(z.string()).max(MAX_URLS), policy: policyRef.optional() }),
  output: z.strictObject({
    items: list(item),
    policy: namedPolicy,
  }),
  errors: ['app/bad-policy'],
  examples: [{ urls: ['HTTP://Example.com:80/a/../b?utm_source=x&b=2&a=1#top', 'nonsense'] }],
  async run(_, { urls, policy: ref = 'dedupe' }, { signal }) {
    const policy = resolvePolicy(ref)
    limitLengths(policy, nameUrls(urls))
    const items = await mapInSlices(urls, (url) => normalizeUrl(url, policy), signal)
    return { items, policy: { name: policy.name, fingerprint: policy.fingerprint } }
  },
  lines: {
    input: linesInput,
    item,
    format: formatItem,
    run: (_, lines, { policy = 'dedupe' }: z.output<typeof linesInput>) =>
      normalizeRecords(lines, resolvePolicy(policy)),
  },
})
