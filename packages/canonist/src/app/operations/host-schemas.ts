import { z } from 'zod'
import { createDurationParser } from '../../text/duration.ts'
import { AppError } from '../errors.ts'
import type { Canonist } from '../open-canonist.ts'
import { list } from './schemas.ts'

const time = z.string().nullable()

export const hostName = z.string().min(1)

/** `90s`, `2h`; a bare number is seconds, as in the commands. Becomes milliseconds. */
const durationWithin = (limits: { readonly least?: string; readonly most?: string }) => {
  const read = createDurationParser(limits)
  return z.union([z.string(), z.number()]).transform((value, context) => {
    try {
      return read(String(value))
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error))
      return z.NEVER
    }
  })
}

/** A pause that is over at once would be none. */
export const pauseDuration = durationWithin({ least: '1ms' })
export const hostDelay = durationWithin({ most: '1d' })

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
