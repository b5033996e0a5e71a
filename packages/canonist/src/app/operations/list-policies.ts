import { z } from 'zod'
import { listPolicies as listBuiltIn } from '../policies/describe-policies.ts'
import { defineOperation } from './operation.ts'
import { list, namedPolicy } from './schemas.ts'

export const listPolicies = defineOperation({
  name: 'listPolicies',
  method: 'GET',
  path: '/api/v1/policies',
  summary: 'List the built-in policies, and the policy that keys are made by.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({ items: list(namedPolicy.extend({ description: z.string() })), inForce: namedPolicy }),
  examples: [{}],
  async run({ policy: { name, fingerprint } }) {
    return { items: listBuiltIn(), inForce: { name, fingerprint } }
  },
})
