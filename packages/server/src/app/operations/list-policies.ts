import { z } from 'zod'
import { readCursor, readLimit, toPart } from '@canonist/registry/internal/store/list-part'
import { listPolicies as listBuiltIn } from '../policies/describe-policies.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { namedPolicy, part, createPart } from './schemas.ts'

export const listPolicies = defineOperation({
  name: 'listPolicies',
  method: 'GET',
  path: '/api/v1/policies',
  summary: 'List the built-in policies, and the policy of the stored keys.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject(part),
  output: createPart(namedPolicy.extend({ description: z.string() })).extend({ active: namedPolicy }),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { limit: 2 }],
  async run({ policy: { name, fingerprint } }, options) {
    const [after = -1] = readCursor(options, ['integer']) ?? []
    const all = listBuiltIn().map((policy, index) => ({ policy, index }))
    const behind = all.filter(({ index }) => index > Number(after))
    const { items, next } = toPart(behind, readLimit(options), ({ index }) => [index])
    return { items: items.map(({ policy }) => policy), next, active: { name, fingerprint } }
  },
})
