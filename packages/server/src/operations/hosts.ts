import { z } from 'zod'
import {
  createDurationParser,
  describeDurations,
  formatDurationPattern,
  type DurationRange,
} from '@canonist/core/internal/text/duration'
import { HOST_CONDITIONS } from '@canonist/crawl/internal/hosts/sql/hosts.sql'
import { AppError } from '../canonist/errors.ts'
import { allowOneOf } from '../canonist/input-relations.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { list, part, createPart, hostName, wholeNumber, count } from './schemas.ts'

const timeOrNull = z.string().nullable()

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
  nextRequestAt: timeOrNull,
  pausedUntil: timeOrNull,
  delayMs: z.number(),
  ownDelayMs: z.number().nullable(),
  robotsDelayMs: z.number().nullable(),
  failures: z.int(),
  failingSince: timeOrNull,
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

const MAX_RANKED = 100

/** How many hosts a ranking has. */
export const rankedPart = {
  limit: wholeNumber(1, MAX_RANKED).default(12).describe('Maximum number of hosts (default: 12)'),
}

/** The worst hosts one by one, and all others together. */
export const createHostRanking = (names: string) => {
  const counts = z.record(z.string(), count).describe(names)
  return z.strictObject({
    hosts: list(z.strictObject({ host: z.string(), total: count, counts })),
    others: z.strictObject({ hosts: count, total: count, counts }).describe('All other hosts together'),
  })
}

export const listHosts = defineOperation({
  name: 'listHosts',
  method: 'GET',
  path: '/api/v1/hosts',
  summary: 'List the known hosts by name, or those that are down or paused, with their clocks and failures.',
  role: 'read',
  effect: 'reads',
  input: allowOneOf(
    z.strictObject({
      q: z.string().optional().describe('The beginning of the host name'),
      condition: z
        .enum(HOST_CONDITIONS)
        .optional()
        .describe(
          'Only hosts that are down or that a person has paused, in the order in which they were first seen; without `q`',
        ),
      ...part,
    }),
    ['q', 'condition'],
  ),
  output: createPart(hostSummary),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { q: 'exam', limit: '10' }, { condition: 'down' }],
  run: async (app, input) => (await app.hosts()).list(input),
})

/** The host after a change; an unknown host is `app/not-found`. */
async function requireHost(app: Canonist, host: string, isKnown: boolean): Promise<z.input<typeof hostDetails>> {
  const details = isKnown ? await (await app.hosts()).get(host) : null
  if (details === null) throw new AppError('app/not-found', { thing: host, fix: 'Check the name of the host.' })
  return details
}

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
