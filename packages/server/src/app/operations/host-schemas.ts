import { z } from 'zod'
import {
  createDurationParser,
  describeDurations,
  formatDurationPattern,
  type DurationRange,
} from '@canonist/core/internal/text/duration'
import { AppError } from '../errors.ts'
import type { Canonist } from '../open-canonist.ts'
import { list } from './schemas.ts'

const time = z.string().nullable()

/** `90s`, `2h`; a bare number is seconds, as in the commands. Becomes milliseconds. */
const durationWithin = (range: DurationRange) => {
  const { isPositive, mostDays } = range
  const limits = { least: isPositive ? '1ms' : '0s', most: `${mostDays}d` }
  const text = z
    .string()
    .max(MAX_LENGTH, { abort: true })
    .regex(new RegExp(formatDurationPattern(range)))
    .transform(createDurationParser(limits))
  const seconds = z.number().max(mostDays * SECONDS_PER_DAY)
  const bounded = isPositive ? seconds.gt(0) : seconds.min(0)
  return z.union([text, bounded.transform(toMs)], {
    // Of another type, the usual words say it.
    error: ({ input }) =>
      typeof input === 'string' || typeof input === 'number' ? describeDurations(limits) : undefined,
  })
}

/** The expression takes time by the length of the text, which a caller chooses. */
const MAX_LENGTH = 100

const SECONDS_PER_DAY = 86_400

const toMs = (seconds: number): number => Math.ceil(seconds * 1000)

export const pauseDuration = durationWithin({ isPositive: true, mostDays: 30 })
export const hostDelay = durationWithin({ isPositive: false, mostDays: 1 })

export const hostSummary = z.strictObject({
  host: z.string(),
  state: z.enum(['free', 'held', 'waiting', 'resting', 'paused']),
  nextRequestAt: time,
  pausedUntil: time,
  delayMs: z.number(),
  ownDelayMs: z.number().nullable(),
  robotsDelayMs: z.number().nullable(),
  failures: z.int(),
  failingSince: time,
  reason: z.string().nullable(),
  isDown: z.boolean(),
  worker: z.string().nullable(),
  leases: z.int(),
})

export const hostDetails = hostSummary.extend({
  robots: list(
    z.strictObject({
      origin: z.string(),
      status: z.int().nullable(),
      crawlDelayMs: z.number().nullable(),
      text: z.string().nullable(),
      fetchedAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  facts: list(
    z.strictObject({
      host: z.string(),
      name: z.string(),
      value: z.string().nullable(),
      source: z.string(),
      observedAt: z.string(),
      chain: z.unknown().optional(),
    }),
  ),
})

/** The host after a change; an unknown host is `app/not-found`. */
export async function requireHost(app: Canonist, host: string, isKnown: boolean): Promise<z.input<typeof hostDetails>> {
  const details = isKnown ? await (await app.hosts()).get(host) : null
  if (details === null) throw new AppError('app/not-found', { thing: host, fix: 'Check the name of the host.' })
  return details
}
