import { z } from 'zod'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { ReasonCount } from '@canonist/crawl/internal/frontier/count-urls'
import {
  FRONTIER_REASONS,
  REASON_CLASSES,
  findReasonClass,
  type FrontierReason,
} from '@canonist/crawl/internal/frontier/reasons'
import { AppError } from '../canonist/errors.ts'
import { requeueSelected, prioritizeSelected, forgetSelected } from '../frontier/queue.ts'
import { rankStuckHosts } from '../history/rank-troubled-hosts.ts'
import { queueLists } from '../ingest/ingest-lists.ts'
import { ALL_LIST_ERRORS, KEY_ERRORS } from './errors.ts'
import { rankedPart, createHostRanking } from './hosts.ts'
import { defineOperation } from './operation.ts'
import { alias } from './pages.ts'
import {
  part,
  createPart,
  list,
  wholeNumber,
  ingestReport,
  texts,
  count,
  cursor,
  time,
  hostName,
  severalWords,
} from './schemas.ts'

export const frontierState = z.enum(['pending', 'leased', 'fetched', 'retry', 'dead', 'excluded'])
export const queuePriority = z.enum(['low', 'normal', 'high'])
export const frontierReasons = severalWords(Object.keys(FRONTIER_REASONS) as FrontierReason[]).describe(
  'One or several reasons, separated by commas',
)
export const frontierReasonClasses = severalWords(REASON_CLASSES).describe(
  'One or several classes of reasons, separated by commas. With `reason`, both must match',
)
const frontierFilter = {
  state: frontierState.optional(),
  reason: frontierReasons.optional(),
  reasonClass: frontierReasonClasses.optional(),
  host: hostName.optional(),
}
export const frontierText = z
  .string()
  .optional()
  .describe('The beginning of a host name, or a host and the beginning of a path: example.com/docs. With `host`: /docs')
const SCHEME = '(?:[Hh][Tt][Tt][Pp][Ss]?://)?'
const textUnlike = (rest: string) => ({ q: { not: { pattern: `^${SCHEME}${rest}` } } })

/** A path belongs to a host, in the text or beside it: all else is `registry/bad-prefix`. */
const textHasHost = {
  anyOf: [{ required: ['host'], properties: textUnlike('[?#][^/]*/') }, { properties: textUnlike('(?:[?#][^/]*)?/') }],
}

/** How to read a filter of the queue. */
const createFrontierFilter = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({ ...frontierFilter, q: frontierText, ...fields }).meta({ allOf: [textHasHost] })

export const frontierUrl = z.strictObject({
  id: z.int(),
  url: z.string(),
  state: frontierState,
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  host: z.string(),
  attempts: count,
  httpStatus: z.int().nullable(),
  finalUrl: z.string().nullable(),
  fetchUrl: z.string(),
  priority: queuePriority,
  depth: count,
  mergedInto: z.int().nullable(),
  fetches: count,
  changes: count,
  contentHash: z.string().nullable(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  dueAt: time.nullable(),
  addedAt: time,
  fetchedAt: time.nullable(),
  changedAt: time.nullable(),
})
export const frontierStats = z.strictObject({
  pending: count,
  leased: count,
  fetched: count,
  retry: count,
  dead: count,
  excluded: count,
})

export const listFrontierUrls = defineOperation({
  name: 'listFrontierUrls',
  method: 'GET',
  path: '/api/v1/frontier/urls',
  summary: 'List the URLs of the queue.',
  role: 'read',
  effect: 'reads',
  input: createFrontierFilter(part),
  output: createPart(frontierUrl),
  errors: [...ALL_LIST_ERRORS, 'registry/bad-host', 'registry/bad-prefix'],
  examples: [
    {},
    { state: 'pending', limit: 1 },
    { state: 'dead', reason: 'not_found,gone' },
    { reasonClass: 'redirect' },
  ],
  run: async (app, { after, limit, ...filter }) => (await app.frontier()).listUrls(filter, { after, limit }),
})

/** Enough to know whether it is a few or many; looking further would take seconds. */
const MAX_COUNTED = 10_000

export const countFrontierUrls = defineOperation({
  name: 'countFrontierUrls',
  method: 'GET',
  path: '/api/v1/frontier/count',
  summary: 'Count the URLs of the queue that a filter matches.',
  role: 'read',
  effect: 'reads',
  input: createFrontierFilter({}),
  output: z.strictObject({
    urls: count,
    isComplete: z
      .boolean()
      .describe('False if there may be more: the beginning of a path is counted to about 10,000 URLs'),
  }),
  errors: ['registry/bad-host', 'registry/bad-prefix'],
  examples: [{ state: 'dead' }, { state: 'dead', q: 'example.com/docs' }],
  run: async (app, filter) => (await app.frontier()).countMatching(filter, MAX_COUNTED),
})

export const getFrontierStats = defineOperation({
  name: 'getFrontierStats',
  method: 'GET',
  path: '/api/v1/frontier/stats',
  summary: 'Count the URLs of the queue by state.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: frontierStats,
  examples: [{}],
  run: async (app) => (await app.frontier()).countByState(),
})

const reasonCount = z.strictObject({
  state: frontierState,
  reason: z.string().nullable(),
  reasonClass: z.enum(REASON_CLASSES).nullable(),
  urls: count,
})

const addClass = <Count extends ReasonCount>(counted: Count) => ({
  ...counted,
  reasonClass: counted.reason === null ? null : findReasonClass(counted.reason),
})

export const getFrontierReasons = defineOperation({
  name: 'getFrontierReasons',
  method: 'GET',
  path: '/api/v1/frontier/reasons',
  summary: 'Count the URLs of the queue by reason and host.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ ...frontierFilter, ...part }),
  output: createPart(
    reasonCount.extend({ host: z.string() }).describe('A leased URL counts under the state that it had before'),
  ).extend({ totals: list(reasonCount).describe('For all hosts together, or for the requested host') }),
  errors: [...ALL_LIST_ERRORS, 'registry/bad-host'],
  examples: [{}, { host: 'example.com' }, { state: 'dead', reasonClass: 'redirect,http' }],
  async run(app, { after, limit, ...filter }) {
    const frontier = await app.frontier()
    const { items, next } = await frontier.listReasons(filter, { after, limit })
    const totals = await frontier.countByReason(filter.host)
    return { items: items.map(addClass), next, totals: totals.map(addClass) }
  },
})

export const rankFrontierHosts = defineOperation({
  name: 'rankFrontierHosts',
  method: 'GET',
  path: '/api/v1/frontier/hosts',
  summary: 'List the hosts with most URLs that are dead, excluded or wait for a retry, by reason.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject(rankedPart),
  output: createHostRanking('By reason'),
  examples: [{}, { limit: 3 }],
  run: (app, { limit }) => rankStuckHosts(app, limit),
})

export const getFrontierGauges = defineOperation({
  name: 'getFrontierGauges',
  method: 'GET',
  path: '/api/v1/frontier/gauges',
  summary:
    'Show how the queue is doing: hosts that are ready, waiting, blocked and down, and since when the oldest is due.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    hosts: z
      .strictObject({ ready: count, waiting: count, blocked: count, down: count })
      .describe('Hosts with URLs to fetch; beyond 50,000, only the earliest are counted'),
    oldestDueAt: z.string().nullable().describe('When the most overdue host became ready; null if none is'),
  }),
  examples: [{}],
  async run(app) {
    const frontier = await app.frontier()
    const { hosts, oldestDueAgeMs } = await frontier.readGauges()
    return { hosts, oldestDueAt: hosts.ready === 0 ? null : isoTime((await frontier.now()) - oldestDueAgeMs) }
  },
})

const MAX_LEASES = 500

export const listLeases = defineOperation({
  name: 'listLeases',
  method: 'GET',
  path: '/api/v1/frontier/leases',
  summary: 'List the hosts whose URLs workers hold now, stuck leases first.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    limit: wholeNumber(1, MAX_LEASES).default(100).describe('Maximum number of hosts (default: 100)'),
  }),
  output: z.strictObject({
    leases: list(
      z.strictObject({
        host: z.string(),
        worker: z.string().nullable(),
        urls: count,
        endsAt: z.string().describe('ISO 8601; a worker renews its leases long before'),
        isStuck: z.boolean().describe('The worker has not renewed it in time; the next claim frees the URLs'),
      }),
    ),
  }),
  examples: [{}, { limit: 5 }],
  run: async (app, { limit }) => ({ leases: await (await app.frontier()).listLeases(limit) }),
})

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
    hostState: z.looseObject({
      host: z.string(),
      allowedAt: z.string().nullable(),
      isDown: z.boolean(),
      isPaused: z.boolean(),
    }),
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
    const explained = await (await app.frontier()).explain(url)
    if (explained === null) throw new AppError('app/not-found', { thing: url, fix: 'Queue it first.' })
    return { ...explained, hostState: { ...explained.hostState } }
  },
})

const addLinesInput = z.strictObject({ priority: queuePriority.optional() })

export const addFrontierUrls = defineOperation({
  name: 'addFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/urls',
  summary: 'Queue URLs; `new` counts the pages that were not queued before.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ urls: texts, priority: queuePriority.optional() }),
  output: ingestReport,
  errors: KEY_ERRORS,
  examples: [{ urls: ['https://example.com/'], priority: 'high' }],
  run: async (app, { urls, priority }, { signal, onProgress }) =>
    (await app.frontier()).submit(urls, { priority, signal, onProgress }),
  lines: {
    input: addLinesInput,
    item: null,
    run: (app, lines, { priority }: z.output<typeof addLinesInput>, { signal }) =>
      queueLists(app, [lines], { format: 'jsonl', column: 'url', priority, signal }),
  },
})

const MAX_IDS = 10_000

/** Which URLs to change. A selection without a condition is rejected, so that no one changes the whole queue by accident. */
const selectionFields = {
  ids: z
    .array(z.int())
    .max(MAX_IDS)
    .optional()
    .describe('At most 10,000; the ids of `listFrontierUrls`. With ids, `q` and `limit` have no effect'),
  limit: z
    .int()
    .min(1)
    .max(MAX_IDS)
    .optional()
    .describe('Change about this many URLs, and return where to continue (default: all)'),
  after: cursor.optional().describe('The `next` of the previous call, with the same selection'),
}
const conditions = [
  ...[...Object.keys(frontierFilter), 'ids'].map((name) => ({ required: [name] })),
  { required: ['q'], properties: textUnlike('$') },
]
const createSelection = <Fields extends z.ZodRawShape>(fields: Fields) =>
  createFrontierFilter({ ...selectionFields, ...fields }).meta({
    // With ids, the text has no effect.
    allOf: [{ anyOf: [{ required: ['ids'] }, textHasHost] }, { anyOf: conditions }],
  })

/** Where a change in portions continues. */
export const nextPortion = z
  .string()
  .nullable()
  .optional()
  .describe('Only with `limit`: pass it as `after` to change the next portion; null after the last one')

export const requeueFrontierUrls = defineOperation({
  name: 'requeueFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/requeue',
  summary: 'Make URLs of the queue due now, with all their attempts again.',
  role: 'write',
  effect: 'writes',
  input: createSelection({}),
  output: z.strictObject({ requeued: count, next: nextPortion }),
  errors: ['app/no-filter', 'list/bad-cursor', 'registry/bad-host', 'registry/bad-prefix'],
  examples: [
    { state: 'dead', host: 'example.com' },
    { state: 'dead', q: 'example.com/docs', limit: 1000 },
  ],
  async run(app, { limit, after, ...selection }, { signal }) {
    const { changed, next } = await requeueSelected(app, selection, { limit, after, signal })
    return { requeued: changed, ...(limit === undefined ? {} : { next }) }
  },
})

export const prioritizeFrontierUrls = defineOperation({
  name: 'prioritizeFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/prioritize',
  summary: 'Change the priority of URLs in the queue; leased ones keep theirs.',
  role: 'write',
  effect: 'writes',
  input: createSelection({ priority: queuePriority }),
  output: z.strictObject({
    prioritized: count.describe('URLs that had another priority before'),
    next: nextPortion,
  }),
  errors: ['app/no-filter', 'list/bad-cursor', 'registry/bad-host', 'registry/bad-prefix'],
  examples: [{ host: 'example.com', priority: 'high' }],
  async run(app, { priority, limit, after, ...selection }, { signal }) {
    const { changed, next } = await prioritizeSelected(app, selection, priority, { limit, after, signal })
    return { prioritized: changed, ...(limit === undefined ? {} : { next }) }
  },
})

export const forgetFrontierUrls = defineOperation({
  name: 'forgetFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/forget',
  summary: 'Remove URLs from the queue; the registry keeps their pages.',
  role: 'write',
  effect: 'writes',
  input: createSelection({}),
  output: z.strictObject({ forgotten: count, next: nextPortion }),
  errors: ['app/no-filter', 'list/bad-cursor', 'registry/bad-host', 'registry/bad-prefix'],
  examples: [
    { state: 'dead', host: 'example.com' },
    { state: 'dead', q: 'example.com/docs', limit: 1000 },
  ],
  async run(app, { limit, after, ...selection }, { signal }) {
    const { changed, next } = await forgetSelected(app, selection, { limit, after, signal })
    return { forgotten: changed, ...(limit === undefined ? {} : { next }) }
  },
})
