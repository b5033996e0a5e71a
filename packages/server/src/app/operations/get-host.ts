import { z } from 'zod'
import { requireHost, hostDetails } from './host-schemas.ts'
import { defineOperation } from './operation.ts'
import { hostName } from './schemas.ts'

export const getHost = defineOperation({
  name: 'getHost',
  method: 'GET',
  path: '/api/v1/hosts/{host}',
  summary: 'Get the clock, robots files, facts and failures of a host.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ host: hostName }),
  output: hostDetails,
  errors: ['app/not-found', 'registry/bad-host'],
  examples: [{ host: 'example.com' }],
  run: (app, { host }) => requireHost(app, host, true),
})
