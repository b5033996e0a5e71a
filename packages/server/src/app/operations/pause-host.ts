import { z } from 'zod'
import { requireHost, hostDetails, pauseDuration } from './host-schemas.ts'
import { defineOperation } from './operation.ts'
import { hostName } from './schemas.ts'

export const pauseHost = defineOperation({
  name: 'pauseHost',
  method: 'POST',
  path: '/api/v1/hosts/{host}/pause',
  summary: 'Stop all requests to a host for a time, or until you resume it.',
  role: 'write',
  effect: 'writes',
  isRepeatable: true,
  input: z.strictObject({ host: hostName, for: pauseDuration.optional() }),
  output: hostDetails,
  errors: ['app/not-found', 'registry/bad-host'],
  examples: [{ host: 'example.com', for: '2h' }, { host: 'example.com' }],
  run: async (app, { host, for: forMs }) => requireHost(app, host, await (await app.hosts()).pause(host, { forMs })),
})
