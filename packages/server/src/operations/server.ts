import { z } from 'zod'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { countAll } from '../canonist/count-all.ts'
import { AppError } from '../canonist/errors.ts'
import { readVersion } from '../canonist/version.ts'
import { readCountHistory } from '../history/count-history.ts'
import { listChanges } from '../history/list-changes.ts'
import { readRetention, RETAINED_KINDS } from '../history/read-retention.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { frontierStats } from './frontier.ts'
import { defineOperation } from './operation.ts'
import { runState } from './runs.ts'
import { namedPolicy, list, wholeNumber, createPart, id, part, count, time } from './schemas.ts'

/** How much there is of everything. */
export const allCounts = z.strictObject({
  pages: count,
  aliases: count,
  rejected: count,
  reviews: count.describe('Open reviews'),
  frontier: frontierStats,
  verdicts: z.record(z.string(), count),
})

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

export const getCaller = defineOperation({
  name: 'getCaller',
  method: 'GET',
  path: '/api/v1/caller',
  summary: 'Show who the server thinks the caller is, and what the caller may do here.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    name: z.string().describe('The name of the token; without tokens, the user who started the server'),
    role: z.enum(['read', 'write', 'admin']),
    isReadOnly: z.boolean().describe('Whether the server refuses all writes'),
    allowsNetwork: z.boolean().describe('Whether operations that send requests are allowed'),
    time: z.string().describe('The clock of the server, ISO 8601'),
  }),
  examples: [{}],
  run({ context }, _, { actor, role = 'admin', server }) {
    const { isReadOnly = false, allowsNetwork = true } = server?.() ?? {}
    return Promise.resolve({ name: actor, role, isReadOnly, allowsNetwork, time: isoTime(context.now()) })
  },
})

const HOUR_MS = 3_600_000
/** Five years: as far back as samples are kept. */
const MAX_HOURS = 43_800

export const getCountHistory = defineOperation({
  name: 'getCountHistory',
  method: 'GET',
  path: '/api/v1/counts/history',
  summary: 'Show how the counts have changed over the last hours.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    hours: wholeNumber(1, MAX_HOURS).default(24).describe('How many hours to go back (default: 24)'),
  }),
  output: z.strictObject({
    step: z.enum(['minute', 'hour', 'day']),
    items: list(z.strictObject({ at: time, counts: allCounts })),
  }),
  examples: [{}, { hours: 720 }],
  async run(app, { hours }) {
    const { step, items } = await readCountHistory(app, hours * HOUR_MS)
    return { step, items: items.map(({ at, counts }) => ({ at: isoTime(at), counts })) }
  },
})

const change = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('reviews'), at: time, kind: z.string(), reviews: count, subject: z.string() })
    .describe('Open reviews of one kind, counted up to 1,000, and the subject of the newest'),
  z
    .strictObject({ type: z.literal('host'), at: time, host: z.string(), reason: z.string().nullable() })
    .describe('A host is down'),
  z
    .strictObject({
      type: z.literal('rekey'),
      at: time,
      run: z.int(),
      policy: z.string(),
      changed: count,
      merged: count,
      made: count,
      isUndone: z.boolean(),
    })
    .describe('All keys moved to a policy'),
  z
    .strictObject({ type: z.literal('run'), at: time, id: z.int(), kind: z.string(), state: runState })
    .describe('A run ended'),
])

export const getChanges = defineOperation({
  name: 'getChanges',
  method: 'GET',
  path: '/api/v1/changes',
  summary: 'Show what has changed since a time: the counts then, and what happened, the newest first.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    since: z.iso
      .datetime({ offset: true, error: 'Give a time in ISO 8601, such as 2026-01-31T12:00:00Z.' })
      .describe('ISO 8601'),
  }),
  output: z.strictObject({
    before: allCounts.nullable().describe('The counts of the nearest earlier sample; null if there is none'),
    changes: list(change),
  }),
  examples: [{ since: '2026-01-31T12:00:00Z' }],
  async run(app, { since }) {
    const { before, items } = await listChanges(app, Date.parse(since))
    return { before, changes: items }
  },
})

export const getSettings = defineOperation({
  name: 'getSettings',
  method: 'GET',
  path: '/api/v1/settings',
  summary: 'Show how the server was started: what it may do, and the names and roles of its tokens.',
  role: 'admin',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    isReadOnly: z.boolean(),
    allowsNetwork: z.boolean(),
    tokens: list(z.strictObject({ name: z.string(), role: z.enum(['read', 'write', 'admin']) }))
      .nullable()
      .describe('Null if no token is required'),
  }),
  examples: [{}],
  run: (_, __, { server }) => Promise.resolve(server?.() ?? { isReadOnly: false, allowsNetwork: true, tokens: null }),
})

export const getRetention = defineOperation({
  name: 'getRetention',
  method: 'GET',
  path: '/api/v1/retention',
  summary: 'Show for how long the server keeps each kind of data.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    limits: list(
      z.strictObject({
        data: z.enum(RETAINED_KINDS),
        keptMs: count.nullable().describe('In milliseconds; null without a limit in time'),
        keptRows: count.nullable().describe('How many are kept, the newest ones; null without such a limit'),
        option: z.string().nullable().describe('The option of `openCanonist` that sets it; null if it is fixed'),
      }),
    ),
  }),
  examples: [{}],
  run: (app) => Promise.resolve({ limits: readRetention(app) }),
})

/** A token can have the name of another one, and a name can be that of no token any more. */
const token = z.string().min(1)

const openSession = z.strictObject({
  id: z.int(),
  token: z.string().describe('The name of the token that was logged in with'),
  createdAt: time,
  expiresAt: time,
  isOwn: z.boolean().describe('Whether it is the session of the caller'),
})

export const listSessions = defineOperation({
  name: 'listSessions',
  method: 'GET',
  path: '/api/v1/sessions',
  summary: 'List the open sessions of the dashboard, the newest first.',
  role: 'admin',
  effect: 'reads',
  input: z.strictObject({ token: token.optional().describe('The name of a token'), ...part }),
  output: createPart(openSession),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { token: 'ada' }],
  async run(_, { token: name, after, limit }, { sessions, session }) {
    const found = await sessions?.list({ token: name }, { after, limit })
    const items = (found?.items ?? []).map((each) => ({
      id: each.id,
      token: each.token,
      createdAt: isoTime(each.createdAt),
      expiresAt: isoTime(each.expiresAt),
      isOwn: each.id === session,
    }))
    return { items, next: found?.next ?? null }
  },
})

const ended = z.strictObject({ ended: z.int().describe('How many sessions were open until now') })

export const endSession = defineOperation({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/v1/sessions/{id}',
  summary: 'End a session: its cookie is no longer accepted.',
  role: 'admin',
  effect: 'writes',
  worksReadOnly: true,
  input: z.strictObject({ id }),
  output: ended,
  errors: ['app/not-found'],
  examples: [{ id: 1 }],
  async run(_, input, { sessions }) {
    if ((await sessions?.end(input.id)) !== true) throw new AppError('app/not-found', { thing: `session ${input.id}` })
    return { ended: 1 }
  },
})

export const endSessions = defineOperation({
  name: 'endSessions',
  method: 'DELETE',
  path: '/api/v1/sessions',
  summary: 'End all sessions of the tokens with a name.',
  role: 'admin',
  effect: 'writes',
  worksReadOnly: true,
  isRepeatable: true,
  input: z.strictObject({ token: token.describe('The name of the token') }),
  output: ended,
  examples: [{ token: 'ada' }],
  run: async (_, input, { sessions }) => ({ ended: (await sessions?.endAll(input.token))?.length ?? 0 }),
})
