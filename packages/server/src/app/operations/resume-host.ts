import { z } from 'zod'
import { requireHost, hostDetails } from './host-schemas.ts'
import { defineOperation } from './operation.ts'
import { hostName } from './schemas.ts'

export const resumeHost = defineOperation({
  name: 'resumeHost',
  method: 'POST',
  path: '/api/v1/hosts/{host}/resume',
  summary: 'End the pause of a host.',
  role: 'write',
  effect: 'writes',
  isRepeatable: true,
  input: z.strictObject({ host: hostName }),
  output: hostDetails,
  errors: ['app/not-found', 'registry/bad-host'],
  examples: [{ host: 'example.com' }],
  run: async (app, { host }) => requireHost(app, host, await (await app.hosts()).resume(host)),
})
