import { z } from 'zod'
import { comparePolicies } from '../policies/compare-policies.ts'
import { moveKeys } from '../policies/move-keys.ts'
import { KEY_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { resolveTrustedPolicy } from './resolve-policy.ts'
import { differences, namedPolicy, policyRef } from './schemas.ts'

const count = z.int().min(0)

export const rekey = defineOperation({
  name: 'rekey',
  method: 'POST',
  path: '/api/v1/policies/rekey',
  summary: 'Move the keys of all pages to another policy; a dry run shows what would change.',
  role: 'admin',
  effect: 'writes',
  takesLong: true,
  input: z.strictObject({ to: policyRef, dryRun: z.boolean().optional() }),
  output: z.discriminatedUnion('dryRun', [
    z.strictObject({
      dryRun: z.literal(false),
      run: z.int().nullable().describe('Null if the keys already follow this policy'),
      pages: count,
      changed: count,
      merged: count,
      made: count,
    }),
    differences.extend({ dryRun: z.literal(true), old: namedPolicy, new: namedPolicy }),
  ]),
  errors: ['app/bad-policy', ...KEY_ERRORS],
  examples: [{ to: 'links', dryRun: true }],
  async run(app, { to, dryRun = false }, options) {
    const policy = resolveTrustedPolicy(to)
    if (dryRun) {
      const differences = await comparePolicies(app, await app.readPolicy(), policy, options)
      return { dryRun: true as const, ...differences }
    }
    const moved = await moveKeys(app, { to: policy }, options)
    if ('undo' in moved) throw new TypeError('a move to a policy is no undo')
    return { dryRun: false as const, ...moved.report }
  },
})
