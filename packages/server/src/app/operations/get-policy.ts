import { z } from 'zod'
import { describePolicy } from '../policies/describe-policies.ts'
import { defineOperation } from './operation.ts'
import { resolvePolicy } from './resolve-policy.ts'
import { list, namedPolicy } from './schemas.ts'

export const getPolicy = defineOperation({
  name: 'getPolicy',
  method: 'GET',
  path: '/api/v1/policies/{name}',
  summary: 'Get a policy with its active rules.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ name: z.string() }),
  output: namedPolicy.extend({
    spec: z.record(z.string(), z.unknown()),
    rules: list(
      z.strictObject({ id: z.string(), tier: z.enum(['safe', 'usually-safe', 'lossy']), summary: z.string() }),
    ),
  }),
  errors: ['app/unknown-policy'],
  examples: [{ name: 'dedupe' }],
  async run(app, { name }) {
    const active = await app.readPolicy()
    const { spec, ...description } = describePolicy(name === active.name ? active : resolvePolicy(name))
    return { ...description, spec: { ...spec } }
  },
})
