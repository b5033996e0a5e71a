import { z } from 'zod'
import { AppError } from '../errors.ts'
import { explainQueuedUrl } from '../frontier/queue.ts'
import { defineOperation } from './operation.ts'
import { alias, frontierUrl, list } from './schemas.ts'

const time = z.string().nullable()

export const explainFrontierUrl = defineOperation({
  name: 'explainFrontierUrl',
  method: 'GET',
  path: '/api/v1/frontier/explain',
  summary: 'Explain why a URL of the queue is in its state.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ url: z.string() }),
  output: frontierUrl.extend({
    why: z.string(),
    suspicion: z.strictObject({ lostWorkers: z.int(), ownFault: z.int(), isAlone: z.boolean() }).nullable(),
    hostState: z.looseObject({ host: z.string(), allowedAt: time, isDown: z.boolean(), isPaused: z.boolean() }),
    clockDrift: z.strictObject({ aheadMs: z.number(), queueTime: z.number(), systemTime: z.number() }).nullable(),
    history: list(
      z.strictObject({
        at: z.string(),
        event: z.string(),
        reason: z.string().nullable(),
        httpStatus: z.int().nullable(),
        detail: z.string().nullable(),
      }),
    ),
    aliases: list(alias),
  }),
  errors: ['app/not-found'],
  examples: [{ url: 'https://example.com/' }],
  async run(app, { url }) {
    const explained = await explainQueuedUrl(app, url)
    if (explained === null) throw new AppError('app/not-found', { thing: url, fix: 'Queue it first.' })
    return { ...explained, hostState: { ...explained.hostState } }
  },
})
