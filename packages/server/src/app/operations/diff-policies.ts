import { z } from 'zod'
import { comparePolicies } from '../policies/compare-policies.ts'
import { defineOperation } from './operation.ts'
import { resolvePolicy } from './resolve-policy.ts'
import { differences, namedPolicy, policyRef } from './schemas.ts'

export const diffPolicies = defineOperation({
  name: 'diffPolicies',
  method: 'POST',
  path: '/api/v1/policies/diff',
  summary: 'Find the pages that would merge or split if their keys were moved to another policy.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    from: policyRef,
    to: policyRef,
    sample: z.int().min(0).max(1000).optional().describe('Maximum number of examples of merges, and of splits'),
  }),
  output: differences.extend({ old: namedPolicy, new: namedPolicy }),
  errors: ['app/bad-policy'],
  examples: [{ from: 'dedupe', to: 'links', sample: 5 }],
  run: (app, { from, to, sample }, { signal, onProgress }) =>
    comparePolicies(app, resolvePolicy(from), resolvePolicy(to), { examples: sample, signal, onProgress }),
})
