import { z } from 'zod'
import { rankBrokenHosts, rankStuckHosts } from '../ranking/rank-troubled-hosts.ts'
import { defineOperation } from './operation.ts'
import { list, wholeNumber } from './schemas.ts'

const MAX_HOSTS = 100
const count = z.int().min(0)

const input = z.strictObject({
  limit: wholeNumber(1, MAX_HOSTS).default(12).describe('Maximum number of hosts (default: 12)'),
})

const createRanking = (names: string) => {
  const counts = z.record(z.string(), count).describe(names)
  return z.strictObject({
    hosts: list(z.strictObject({ host: z.string(), total: count, counts })),
    others: z.strictObject({ hosts: count, total: count, counts }).describe('All other hosts together'),
  })
}

export const rankFrontierHosts = defineOperation({
  name: 'rankFrontierHosts',
  method: 'GET',
  path: '/api/v1/frontier/hosts',
  summary: 'List the hosts with most URLs that are dead, excluded or wait for a retry, by reason.',
  role: 'read',
  effect: 'reads',
  input,
  output: createRanking('By reason'),
  examples: [{}, { limit: 3 }],
  run: (app, { limit }) => rankStuckHosts(app, limit),
})

export const rankHealthHosts = defineOperation({
  name: 'rankHealthHosts',
  method: 'GET',
  path: '/api/v1/health/hosts',
  summary: 'List the hosts with most links that are gone, degraded, moved or suspect, by verdict.',
  role: 'read',
  effect: 'reads',
  input,
  output: createRanking('By verdict'),
  examples: [{}, { limit: 3 }],
  run: (app, { limit }) => rankBrokenHosts(app, limit),
})
