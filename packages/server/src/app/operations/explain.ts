import { explain as explainUrl } from '@canonist/core'
import { z } from 'zod'
import { limitLengths } from './expression-limits.ts'
import { defineOperation } from './operation.ts'
import { resolvePolicy } from './resolve-policy.ts'
import { change, list, namedPolicy, policyRef } from './schemas.ts'

export const explain = defineOperation({
  name: 'explain',
  method: 'POST',
  path: '/api/v1/explain',
  summary: 'Explain what every rule of a policy does to a URL.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ url: z.string(), policy: policyRef.optional() }),
  output: z.discriminatedUnion('ok', [
    z.strictObject({
      ok: z.literal(true),
      input: z.string(),
      url: z.string(),
      key: z.string(),
      policy: namedPolicy,
      changes: list(change),
      fragment: z.string().nullable(),
      notes: list(z.string()),
    }),
    z.strictObject({ ok: z.literal(false), input: z.unknown(), code: z.string(), message: z.string() }),
  ]),
  errors: ['app/bad-policy'],
  examples: [{ url: 'https://Example.com/?gclid=1' }, { url: 'nonsense', policy: { www: 'strip' } }],
  async run(_, { url, policy: ref = 'dedupe' }) {
    const policy = resolvePolicy(ref)
    limitLengths(policy, [['url', url]])
    return explainUrl(url, policy)
  },
})
