import { z } from 'zod'
import type { Observation } from '@canonist/links/internal/health/observation'
import type { Alias, Page } from '@canonist/registry/internal/registry/page-record'
import { sampleAliases } from '@canonist/registry/internal/registry/sql/aliases-read.sql'
import { AppError } from '../canonist/errors.ts'
import { allowOneOf } from '../canonist/input-relations.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import { findPages, addShownLinkType, type FoundPage, type ShownLinkType } from '../find/find-pages.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { limitTrustedLengths } from './expression-limits.ts'
import { verdict, observation } from './health.ts'
import { defineOperation } from './operation.ts'
import {
  createPart,
  healthVerdict,
  hostName,
  linkType,
  pageText,
  part,
  urlPrefix,
  id,
  list,
  wholeNumber,
  word,
  time,
  count,
} from './schemas.ts'
import { admission } from './urls.ts'

/** The type as JSON has it: text does not know how far a URL has come. */
type InJson<T> = { readonly [Key in keyof T]: T[Key] extends string ? PlainText<T[Key]> : T[Key] }
type PlainText<Text extends string> = keyof Text extends keyof string ? Text : string

type AreSame<A, B> = [A, B] extends [B, A] ? unknown : never

/** Takes the schema of a type. Does not compile if the type or the schema has a field that the other lacks or describes otherwise. */
const describeType =
  <T>() =>
  <Schema extends z.ZodType>(schema: Schema & AreSame<z.output<Schema>, InJson<T>>): Schema =>
    schema

const pageFields = {
  id: z.int(),
  canonicalUrl: z.string(),
  fetchUrl: z.string(),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  policy: z.string().describe('The fingerprint of the policy that made the key'),
  host: z.string(),
  linkType,
  shownLinkType: linkType
    .nullable()
    .describe('The link type to show to people; null for a home page that is only a guess'),
  contentHash: z.string().nullable(),
  simhash: z.string().nullable(),
  firstSeen: time,
  lastSeen: time,
}
export const page = describeType<Page & ShownLinkType>()(z.strictObject(pageFields))

export const alias = describeType<Alias>()(
  z.strictObject({
    rawUrl: z.string(),
    evidence: z.enum(['rule', 'redirect', 'content', 'signature', 'database', 'admission', 'person']),
    fragment: z.string().nullable(),
    count,
    firstSeen: time,
    lastSeen: time,
  }),
)

export const admitted = admission.extend({
  id: z.int(),
  isCurrent: z.boolean(),
  isAnswered: z.boolean(),
  firstSeen: time,
  lastSeen: time,
  count,
})
export const foundPage = z.strictObject({ ...pageFields, aliases: list(alias), admissions: list(admitted) })

export const findPage = defineOperation({
  name: 'findPage',
  method: 'GET',
  path: '/api/v1/lookup',
  summary: 'Find the page that a URL belongs to, in any of its spellings, with all aliases and their evidence.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ url: z.string() }),
  output: foundPage,
  errors: ['app/not-found'],
  examples: [{ url: 'https://example.com/#top' }],
  async run(app, { url }) {
    limitTrustedLengths([['url', url]])
    for await (const page of findPages(app, { url })) return page
    throw new AppError('app/not-found', { thing: url })
  },
})

export const listPages = defineOperation({
  name: 'listPages',
  method: 'GET',
  path: '/api/v1/pages',
  summary: 'List pages, all of them or those of a host, a prefix, a verdict or a link type.',
  role: 'read',
  effect: 'reads',
  input: allowOneOf(
    z.strictObject({
      host: hostName.optional(),
      prefix: urlPrefix.optional(),
      q: pageText
        .optional()
        .describe(
          'The beginning of a host, or a host and the beginning of a path. Use only one of `host`, `prefix` and `q`',
        ),
      verdict: healthVerdict.optional(),
      linkType: linkType.optional(),
      ...part,
    }),
    ['host', 'prefix', 'q'],
  ),
  output: createPart(page),
  errors: [...ALL_LIST_ERRORS, 'registry/bad-host', 'registry/bad-prefix'],
  examples: [{}, { host: 'example.com', limit: '10' }],
  async run(app, { after, limit, ...filter }) {
    const { items, next } = await (await app.registry()).listPages(filter, { after, limit })
    return { items: items.map(addShownLinkType), next }
  },
})

/** The page of this id; one that is unknown is `app/not-found`. */
async function requirePage(app: Canonist, id: number): Promise<FoundPage> {
  for await (const page of findPages(app, { id })) return page
  throw new AppError('app/not-found', { thing: `page ${id}`, fix: 'List the pages to see their ids.' })
}

export const getPage = defineOperation({
  name: 'getPage',
  method: 'GET',
  path: '/api/v1/pages/{id}',
  summary: 'Get a page with all aliases and their evidence.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id }),
  output: foundPage,
  errors: ['app/not-found'],
  examples: [{ id: 1 }],
  run: (app, { id }) => requirePage(app, id),
})

export const listAliases = defineOperation({
  name: 'listAliases',
  method: 'GET',
  path: '/api/v1/pages/{id}/aliases',
  summary: 'List the URLs that belong to a page, with their evidence.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id, ...part }),
  output: createPart(alias),
  errors: [...ALL_LIST_ERRORS, 'app/not-found'],
  examples: [{ id: 1 }],
  async run(app, { id, after, limit }) {
    const aliases = await (await app.registry()).listAliases(id, { after, limit })
    if (aliases.items.length === 0) await requirePage(app, id)
    return aliases
  },
})

export const getPageHistory = defineOperation({
  name: 'getPageHistory',
  method: 'GET',
  path: '/api/v1/pages/{id}/history',
  summary: 'List the observations of a page by link health, the oldest or the newest first.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    id,
    order: z.enum(['oldest', 'newest']).optional().describe('Which observation comes first (default: oldest)'),
    ...part,
  }),
  output: createPart(observation),
  errors: [...ALL_LIST_ERRORS, 'app/not-found'],
  examples: [{ id: 1 }, { id: 1, order: 'newest' }],
  async run(app, { id, ...options }) {
    const { items, next } = await (await app.health()).listHistory(id, options)
    if (items.length === 0) await requirePage(app, id)
    return { items: items.map(formatTimes), next }
  },
})

/** Times as everywhere else. */
function formatTimes({ at, certificateExpires, suspicion, ...rest }: Observation): z.input<typeof observation> {
  return {
    ...rest,
    at: toIso(at),
    certificateExpires: certificateExpires === null ? null : toIso(certificateExpires),
    ...(suspicion === undefined
      ? {}
      : { suspicion: suspicion === null ? null : { ...suspicion, since: toIso(suspicion.since) } }),
  }
}

const toIso = (ms: number): string => new Date(ms).toISOString()

export const getVerdict = defineOperation({
  name: 'getVerdict',
  method: 'GET',
  path: '/api/v1/pages/{id}/verdict',
  summary: 'Show the verdict of link health on a page, with its reasons and what to write instead.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id }),
  output: z.strictObject({
    verdict: verdict.omit({ isTurnedAway: true }).nullable().describe('Null before the first check'),
  }),
  errors: ['app/not-found'],
  examples: [{ id: 1 }],
  async run(app, { id }) {
    for await (const verdict of (await app.health()).streamVerdicts({ pageIds: [id], isAll: true })) return { verdict }
    await requirePage(app, id)
    return { verdict: null }
  },
})

const MAX_SAMPLE = 50_000

export const sampleUrls = defineOperation({
  name: 'sampleUrls',
  method: 'GET',
  path: '/api/v1/sample',
  summary: 'Get the URLs of a random sample of pages (the same each time), to try a policy on.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    size: wholeNumber(1, MAX_SAMPLE).default(10_000).describe('Maximum number of URLs (default: 10,000)'),
  }),
  output: z.strictObject({ urls: list(z.string()) }),
  examples: [{}, { size: 5 }],
  run: async ({ context }, { size }) => ({ urls: await sampleAliases(context.database, size) }),
})

export const rejected = z.strictObject({
  rawUrl: z.string(),
  rawBytes: z.string().nullable().describe('The bytes in base64, if they are not UTF-8'),
  code: z.string(),
  message: z.string(),
  count,
  firstSeen: time,
  lastSeen: time,
})

export const listRejected = defineOperation({
  name: 'listRejected',
  method: 'GET',
  path: '/api/v1/rejected',
  summary: 'List the inputs that were rejected, and why.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ code: word.optional(), ...part }),
  output: createPart(rejected),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { code: 'url/no-scheme' }],
  run: async (app, { code, after, limit }) => (await app.registry()).listRejected({ code }, { after, limit }),
})
