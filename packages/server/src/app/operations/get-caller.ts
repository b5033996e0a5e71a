import { z } from 'zod'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { defineOperation } from './operation.ts'

export const getCaller = defineOperation({
  name: 'getCaller',
  method: 'GET',
  path: '/api/v1/caller',
  summary: 'Show who the server thinks the caller is, and what the caller may do here.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    name: z.string().describe('The name of the token; without tokens, the user who started the server'),
    role: z.enum(['read', 'write', 'admin']),
    isReadOnly: z.boolean().describe('Whether the server refuses all writes'),
    allowsNetwork: z.boolean().describe('Whether operations that send requests are allowed'),
    time: z.string().describe('The clock of the server, ISO 8601'),
  }),
  examples: [{}],
  run({ context }, _, { actor, role = 'admin', server }) {
    const { isReadOnly = false, allowsNetwork = true } = server?.() ?? {}
    return Promise.resolve({ name: actor, role, isReadOnly, allowsNetwork, time: isoTime(context.now()) })
  },
})
