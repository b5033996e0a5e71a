import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { explain as explainUrl, compare as compareUrls, classify as classifyUrl } from '@canonist/core'
import { citeUrls } from '@canonist/links/internal/files/cite-links'
import { canonicalize as canonicalizeUrl } from '@canonist/web/internal/canonicalize/canonicalize'
import { CANONICALIZE_ERRORS } from '@canonist/web/internal/canonicalize/errors'
import type { ErrorCode } from '@canonist/web/internal/canonicalize/result'
import { createAdmissions, reviewPolicy } from '../admit/admissions.ts'
import { countAll } from '../canonist/count-all.ts'
import { namePolicyFile, toBadPolicy, AppError } from '../canonist/errors.ts'
import { withFetcher } from '../fetching/open-shared-fetcher.ts'
import { resolveUrl } from '../fetching/resolve-urls.ts'
import { EXAMPLE_URLS } from '../ingest/example-urls.ts'
import { ingestLists } from '../ingest/ingest-lists.ts'
import { formatItem, normalizeRecords, normalizeUrl } from '../urls/normalize-urls.ts'
import { URL_CODES, KEY_ERRORS } from './errors.ts'
import { limitLengths, nameUrls, limitTrustedLengths } from './expression-limits.ts'
import { defineOperation } from './operation.ts'
import { resolvePolicy, resolveSourcesPolicy } from './resolve-policy.ts'
import { list, namedPolicy, policyName, policyRef, change, httpUrl, linkType, texts, ingestReport } from './schemas.ts'

const MAX_NORMALIZED = 10_000

const normalized = z.discriminatedUnion('ok', [
  z.strictObject({ input: z.string(), ok: z.literal(true), url: z.string(), key: z.string() }),
  z.strictObject({ input: z.string(), ok: z.literal(false), code: z.string(), message: z.string() }),
])
const normalizeLinesInput = z.strictObject({ policy: policyName.optional() })

export const normalize = defineOperation({
  name: 'normalize',
  method: 'POST',
  path: '/api/v1/normalize',
  summary: 'Normalize URLs and compute their keys.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ urls: z.array(z.string()).max(MAX_NORMALIZED), policy: policyRef.optional() }),
  output: z.strictObject({
    items: list(normalized),
    policy: namedPolicy,
  }),
  errors: ['app/bad-policy'],
  examples: [{ urls: ['HTTP://Example.com:80/a/../b?utm_source=x&b=2&a=1#top', 'nonsense'] }],
  async run(_, { urls, policy: ref = 'dedupe' }, { signal }) {
    const policy = resolvePolicy(ref)
    limitLengths(policy, nameUrls(urls))
    const items = await mapInSlices(urls, (url) => normalizeUrl(url, policy), signal)
    return { items, policy: { name: policy.name, fingerprint: policy.fingerprint } }
  },
  lines: {
    input: normalizeLinesInput,
    item: normalized,
    format: formatItem,
    run: (_, lines, { policy = 'dedupe' }: z.output<typeof normalizeLinesInput>) =>
      normalizeRecords(lines, resolvePolicy(policy)),
  },
})

/** After this long, others get their turn. */
const SLICE_MS = 20

/** Maps items one by one. A long list does not keep others waiting, and ends with its signal. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  signal: AbortSignal | undefined,
): Promise<Result[]> {
  const results: Result[] = []
  let started = performance.now()
  for (const item of items) {
    results.push(map(item))
    if (performance.now() - started < SLICE_MS) continue
    await nextTurn()
    signal?.throwIfAborted()
    started = performance.now()
  }
  return results
}

export const explain = defineOperation({
  name: 'explain',
  method: 'POST',
  path: '/api/v1/explain',
  summary: 'Explain what every rule of a policy does to a URL.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ url: z.string(), policy: policyRef.optional() }),
  output: z.discriminatedUnion('ok', [
    z.strictObject({
      ok: z.literal(true),
      input: z.string(),
      url: z.string(),
      key: z.string(),
      policy: namedPolicy,
      changes: list(change),
      fragment: z.string().nullable(),
      notes: list(z.string()),
    }),
    z.strictObject({ ok: z.literal(false), input: z.unknown(), code: z.string(), message: z.string() }),
  ]),
  errors: ['app/bad-policy'],
  examples: [{ url: 'https://Example.com/?gclid=1' }, { url: 'nonsense', policy: { www: 'strip' } }],
  async run(_, { url, policy: ref = 'dedupe' }) {
    const policy = resolvePolicy(ref)
    limitLengths(policy, [['url', url]])
    return explainUrl(url, policy)
  },
})

export const compare = defineOperation({
  name: 'compare',
  method: 'POST',
  path: '/api/v1/compare',
  summary: 'Compare two URLs under a policy: whether they are the same page, and why.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ a: httpUrl, b: httpUrl, policy: policyRef.optional() }),
  output: z.strictObject({
    same: z.boolean(),
    urls: z.tuple([z.string(), z.string()]),
    changes: z.tuple([list(change), list(change)]),
    differsIn: list(z.enum(['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'])),
  }),
  errors: [...URL_CODES, 'app/bad-policy'],
  examples: [{ a: 'https://example.com/?a=1#x', b: 'https://EXAMPLE.com/?a=1' }],
  async run(_, { a, b, policy: ref = 'dedupe' }) {
    const policy = resolvePolicy(ref)
    limitLengths(policy, Object.entries({ a, b }))
    return compareUrls(a, b, policy)
  },
})

export const classify = defineOperation({
  name: 'classify',
  method: 'POST',
  path: '/api/v1/classify',
  summary: 'Classify a URL as home page, section page or informative page.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ url: httpUrl }),
  output: z.strictObject({ linkType, reasons: list(z.string()), confidence: z.number().min(0).max(1) }),
  errors: URL_CODES,
  examples: [{ url: 'https://www.boe.es/' }],
  async run(_, { url }) {
    limitTrustedLengths([['url', url]])
    return classifyUrl(url)
  },
})

const hops = list(z.strictObject({ status: z.int(), to: z.string(), ms: z.number() }))

export const resolve = defineOperation({
  name: 'resolve',
  method: 'POST',
  path: '/api/v1/resolve',
  summary: 'Follow the redirects of a URL to their end, or report where and why they break.',
  role: 'write',
  effect: 'fetches',
  isRepeatable: true,
  input: z.strictObject({ url: z.string() }),
  output: z.discriminatedUnion('ok', [
    z.looseObject({ ok: z.literal(true), url: z.string(), status: z.int(), hops }),
    z.looseObject({ ok: z.literal(false), code: z.string(), message: z.string(), hops }),
  ]),
  errors: ['app/bad-network-option'],
  examples: [{ url: 'https://example.com/' }],
  run: (app, { url }, { signal, network }) =>
    withFetcher(app, network, async (fetcher) => ({ ...(await resolveUrl(url, { fetcher, signal })) })),
})

const requestFields = {
  inputUrl: z.string(),
  requests: z.int(),
  hops: z.int(),
  warnings: list(z.string()),
  attempts: list(
    z.strictObject({
      url: z.string(),
      finalUrl: z.string().nullable(),
      purpose: z.string(),
      outcome: z.string(),
      status: z.int().optional(),
      retryAfter: z.number().optional(),
      ms: z.number(),
    }),
  ),
}

const preset = z.enum(['aggressive', 'moderate', 'conservative', 'strip_all_query']).nullable()

const canonicalized = z.strictObject({
  ok: z.literal(true),
  url: z.string(),
  private: z.boolean(),
  reason: z.enum([
    'response_url',
    'redirect_verified',
    'content_verified',
    'signature_verified',
    'upgrade_https',
    'exists_in_db',
    'fallback',
  ]),
  kind: z.enum(['feed', 'page', 'other']).nullable(),
  source: z.enum(['input', 'response', 'self', 'canonical', 'og', 'db']),
  preset,
  responseUrl: z.string().nullable(),
  declaredUrl: z.string().nullable(),
  aliases: list(z.string()),
  evidence: list(z.strictObject({ url: z.string(), proof: z.enum(['redirect', 'content', 'signature', 'database']) })),
  candidates: list(z.strictObject({ url: z.string(), score: z.number(), preset, outcome: z.string() })),
  ...requestFields,
})

const notCanonicalized = z.strictObject({
  ok: z.literal(false),
  error: z.enum(Object.keys(CANONICALIZE_ERRORS) as ErrorCode[]),
  message: z.string(),
  status: z.int().optional(),
  ...requestFields,
})

export const canonicalize = defineOperation({
  name: 'canonicalize',
  method: 'POST',
  path: '/api/v1/canonicalize',
  summary: 'Find the cleanest URL that provably serves the same feed or page.',
  role: 'write',
  effect: 'fetches',
  isRepeatable: true,
  input: z.strictObject({
    url: z.string(),
    options: z
      .strictObject({
        expect: z.enum(['any', 'feed', 'page']).optional(),
        maxRequests: z
          .int()
          .min(0)
          .max(100)
          .optional()
          .describe('Maximum number of requests after the first one (default: 3)'),
        maxRedirects: z.int().min(0).max(50).optional(),
        temporaryRedirects: z.enum(['follow', 'keep']).optional(),
        useSignature: z
          .boolean()
          .optional()
          .describe('Whether equal items or equal text prove that two URLs are the same (default: true)'),
        preferHttps: z.boolean().optional(),
        preferNoWww: z.boolean().optional(),
        stripAllQuery: z
          .boolean()
          .optional()
          .describe('Whether to test the URL without its query too (default: false)'),
        trackingParams: texts.optional().describe('Replaces the built-in list of tracking parameters'),
      })
      .optional(),
  }),
  output: z.discriminatedUnion('ok', [canonicalized, notCanonicalized]),
  errors: ['app/bad-network-option'],
  examples: [{ url: 'http://www.example.com/feed/?utm_source=x', options: { expect: 'feed' } }],
  run: (app, { url, options }, { signal, network }) =>
    withFetcher(app, network, async (fetcher) => ({
      ...(await canonicalizeUrl(url, { ...options, fetcher, signal })),
    })),
})

export const admission = z.strictObject({
  decision: z.enum(['accept', 'review', 'reject', 'pending']),
  canonical: z.string().nullable(),
  original: z.string(),
  reason: z.string().nullable(),
  flags: list(z.string()),
  notes: list(z.string()),
  stripped: list(z.string()),
  unknownParams: list(z.string()),
  fragment: z.string().nullable(),
  redirectChain: list(z.strictObject({ status: z.int(), to: z.string() })),
  language: z.string().nullable(),
  alternates: z.record(z.string(), z.string()),
  pagination: z.unknown(),
  linkType: linkType.nullable(),
  classification: z.unknown(),
  dedupeKey: z.string(),
  policyVersion: z.string(),
  trace: list(change),
})

export const admit = defineOperation({
  name: 'admit',
  method: 'POST',
  path: '/api/v1/admit',
  summary: 'Decide whether to accept a URL, find its canonical URL, and flag what needs a review.',
  role: 'write',
  effect: 'fetches',
  input: z.strictObject({
    url: z.string(),
    policy: policyRef.optional().describe('Default: the policy of the newest admission, else that of the registry'),
    record: z.boolean().optional().describe('Whether to record the decision in the registry (default: false)'),
  }),
  output: admission,
  errors: ['app/bad-policy', 'app/no-allowlist', 'app/bad-network-option', 'registry/no-policy-version', ...KEY_ERRORS],
  examples: [
    { url: 'http://example.com/', policy: { extends: 'sources', hosts: { allow: ['example.com'] } } },
    { url: 'https://example.org/' },
  ],
  async run(app, { url, policy: ref, record = false }, { signal, network }) {
    limitTrustedLengths([['url', url]])
    const registry = await app.registry()
    const { policy } = await reviewPolicy(registry, await resolveSourcesPolicy(app, ref))
    const { now } = app.context
    const options = { policy, registry, dryRun: !record, now, signal }
    const admissions = namePolicyFile(policy.name, () => createAdmissions(options))
    return withFetcher(app, network, async (fetcher) => {
      const decided = await admissions.admit(url, fetcher)
      if (record) await admissions.record(decided)
      return decided
    })
  },
})

const MAX_CITED = 1000

export const cite = defineOperation({
  name: 'cite',
  method: 'POST',
  path: '/api/v1/cite',
  summary: 'Choose the URL to cite for a topic, with the sentence to cite it with.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    urls: z.array(z.string()).max(MAX_CITED),
    topic: z.string().optional().describe('What the URLs are about'),
    policy: policyRef.optional().describe('Default: the policy of the newest admission, else that of the registry'),
  }),
  output: z.strictObject({
    url: z.string().nullable().describe('The canonical URL to cite; null if none may be cited'),
    sentence: z.string().nullable().describe('The sentence to cite with it; null if the page needs none'),
    reason: z.string().describe('Why this URL, or why none'),
    gap: z
      .strictObject({ code: z.string(), message: z.string() })
      .nullable()
      .describe('What is missing; null if the topic has an informative page'),
  }),
  errors: ['app/bad-policy'],
  examples: [
    { urls: ['https://example.com/', 'https://example.com/tea/how-to-brew.html'], topic: 'Tea', policy: 'links' },
    { urls: [] },
  ],
  async run(app, { urls, topic, policy: ref }, { signal }) {
    const policy = await resolveSourcesPolicy(app, ref)
    if (ref === undefined) limitTrustedLengths(nameUrls(urls))
    else limitLengths(policy, nameUrls(urls))
    const { now } = app.context
    const cited = citeUrls(urls, { policy, database: app, topic, signal, now }).catch((error: unknown) => {
      throw toBadPolicy(policy.name, error)
    })
    const { url, sentence, reason, gap } = await cited
    return { url, sentence, reason, gap }
  },
})

export const addUrls = defineOperation({
  name: 'addUrls',
  method: 'POST',
  path: '/api/v1/urls',
  summary: 'Add URLs to the registry; duplicates are linked to their page.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ urls: texts }),
  output: ingestReport,
  errors: KEY_ERRORS,
  examples: [{ urls: ['https://example.com/?utm_source=x', 'https://example.com/'] }],
  run: async (app, { urls }, { signal, onProgress }) => (await app.registry()).ingest(urls, { signal, onProgress }),
  lines: {
    input: z.strictObject({}),
    item: null,
    run: (app, lines, _, { signal }) => ingestLists(app, [lines], { format: 'jsonl', column: 'url', signal }),
  },
})

export const loadExamples = defineOperation({
  name: 'loadExamples',
  method: 'POST',
  path: '/api/v1/examples',
  summary: 'Add example URLs to an empty registry, to try things out.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({}),
  output: ingestReport,
  errors: [...KEY_ERRORS, 'app/not-empty'],
  examples: [{}],
  async run(app, _, { signal }) {
    if ((await countAll(app)).pages > 0) throw new AppError('app/not-empty', { thing: app.name })
    return (await app.registry()).ingest(EXAMPLE_URLS, { signal })
  },
})
