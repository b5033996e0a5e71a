import { z } from 'zod'
import { countAll } from '../status/count-all.ts'
import { readVersion } from '../version.ts'
import { defineOperation } from './operation.ts'
import { allCounts, namedPolicy } from './schemas.ts'

export const getStatus = defineOperation({
  name: 'getStatus',
  method: 'GET',
  path: '/api/v1/status',
  summary: 'Show the version, the database, the active policy, and the counts.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    version: z.string(),
    database: z.string(),
    policy: namedPolicy,
    counts: allCounts,
  }),
  examples: [{}],
  async run(app) {
    const { name, fingerprint } = await app.readPolicy()
    const counts = await countAll(app)
    return { version: readVersion(), database: app.name, policy: { name, fingerprint }, counts }
  },
})
