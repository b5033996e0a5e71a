import { z } from 'zod'
import { isoTime } from '../../text/iso-time.ts'
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
    name: z.string().describe('Of the token; without tokens, of the user who started the server'),
    role: z.enum(['read', 'write', 'admin']),
    isReadOnly: z.boolean().describe('The server writes for no one'),
    allowsNetwork: z.boolean().describe('Operations that send requests are allowed'),
    time: z.string().describe('The clock of the server, ISO 8601'),
  }),
  examples: [{}],
  run({ context }, _, { actor, role = 'admin', server }) {
    const { isReadOnly = false, allowsNetwork = true } = server?.() ?? {}
    return Promise.resolve({ name: actor, role, isReadOnly, allowsNetwork, time: isoTime(context.now()) })
  },
})
