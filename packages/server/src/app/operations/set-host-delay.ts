import { z } from 'zod'
import { requireHost, hostDelay, hostDetails } from './host-schemas.ts'
import { defineOperation } from './operation.ts'
import { hostName } from './schemas.ts'

export const setHostDelay = defineOperation({
  name: 'setHostDelay',
  method: 'POST',
  path: '/api/v1/hosts/{host}/settings',
  summary: 'Set the minimum time between two requests to a host, or remove that setting.',
  role: 'write',
  effect: 'writes',
  isRepeatable: true,
  input: z.strictObject({ host: hostName, delay: hostDelay.nullish() }),
  output: hostDetails,
  errors: ['app/not-found', 'registry/bad-host'],
  examples: [
    { host: 'example.com', delay: '5s' },
    { host: 'example.com', delay: null },
  ],
  run: async (app, { host, delay = null }) => requireHost(app, host, await (await app.hosts()).setDelay(host, delay)),
})
