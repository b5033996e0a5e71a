import { z } from 'zod'
import { readVersion } from '../version.ts'
import { defineOperation } from './operation.ts'
import { frontierStats, namedPolicy } from './schemas.ts'

const count = z.int().min(0)

const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0)

export const getStatus = defineOperation({
  name: 'getStatus',
  method: 'GET',
  path: '/api/v1/status',
  summary: 'Tell the version, the database, the policy in force, and how much there is.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    version: z.string(),
    database: z.string(),
    policy: namedPolicy,
    counts: z.strictObject({
      pages: count,
      aliases: count,
      rejected: count,
      reviews: count.describe('Open ones'),
      frontier: frontierStats,
      verdicts: z.record(z.string(), count),
    }),
  }),
  examples: [{}],
  async run(app) {
    const { pages, aliases, rejected, reviews, verdicts } = await (await app.registry()).counts()
    const { name, fingerprint } = app.policy
    const open = reviews.filter(({ state }) => state === 'open').map(({ reviews: each }) => each)
    const frontier = await (await app.frontier()).stats()
    const counts = {
      pages: sum(Object.values(pages)),
      aliases,
      rejected: sum(Object.values(rejected)),
      reviews: sum(open),
      frontier,
      verdicts,
    }
    return { version: readVersion(), database: app.name, policy: { name, fingerprint }, counts }
  },
})
