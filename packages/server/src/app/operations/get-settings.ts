import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { list } from './schemas.ts'

export const getSettings = defineOperation({
  name: 'getSettings',
  method: 'GET',
  path: '/api/v1/settings',
  summary: 'Show how the server was started: what it may do, and the names and roles of its tokens.',
  role: 'admin',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    isReadOnly: z.boolean(),
    allowsNetwork: z.boolean(),
    tokens: list(z.strictObject({ name: z.string(), role: z.enum(['read', 'write', 'admin']) }))
      .nullable()
      .describe('Null if no token is required'),
  }),
  examples: [{}],
  run: (_, __, { server }) => Promise.resolve(server?.() ?? { isReadOnly: false, allowsNetwork: true, tokens: null }),
})
