import { compare as compareUrls } from '@canonist/core'
import { z } from 'zod'
import { URL_CODES } from './errors.ts'
import { limitLengths } from './expression-limits.ts'
import { defineOperation } from './operation.ts'
import { resolvePolicy } from './resolve-policy.ts'
import { change, httpUrl, list, policyRef } from './schemas.ts'

export const compare = defineOperation({
  name: 'compare',
  method: 'POST',
  path: '/api/v1/compare',
  summary: 'Compare two URLs under a policy: whether they are the same page, and why.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ a: httpUrl, b: httpUrl, policy: policyRef.optional() }),
  output: z.strictObject({
    same: z.boolean(),
    urls: z.tuple([z.string(), z.string()]),
    changes: z.tuple([list(change), list(change)]),
    differsIn: list(z.enum(['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'])),
  }),
  errors: [...URL_CODES, 'app/bad-policy'],
  examples: [{ a: 'https://example.com/?a=1#x', b: 'https://EXAMPLE.com/?a=1' }],
  async run(_, { a, b, policy: ref = 'dedupe' }) {
    const policy = resolvePolicy(ref)
    limitLengths(policy, Object.entries({ a, b }))
    return compareUrls(a, b, policy)
  },
})
