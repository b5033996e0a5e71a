import { policies, type PolicyName } from '@canonist/core'
import { z } from 'zod'
import { suggestFix } from '@canonist/core/internal/text/nearest'
import { FRONTIER_REASONS, REASON_CLASSES, type FrontierReason } from '../frontier/words.ts'
import { HEALTH_VERDICTS, type HealthVerdict } from '@canonist/links/internal/health/words'
import { HOST_PREFIX } from '@canonist/registry/internal/registry/read-host'
import type { Alias, Page } from '@canonist/registry/internal/registry/page-record'
import type { ShownLinkType } from '../find/shown-link-type.ts'

// Objects are strict, so that a field without a description cannot slip into a response.

/** The type as JSON has it: text does not know how far a URL has come. */
type InJson<T> = { readonly [Key in keyof T]: T[Key] extends string ? PlainText<T[Key]> : T[Key] }
type PlainText<Text extends string> = keyof Text extends keyof string ? Text : string

type AreSame<A, B> = [A, B] extends [B, A] ? unknown : never

/** Takes the schema of a type. Does not compile if the type or the schema has a field that the other lacks or describes otherwise. */
const describeType =
  <T>() =>
  <Schema extends z.ZodType>(schema: Schema & AreSame<z.output<Schema>, InJson<T>>): Schema =>
    schema

export const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly()

/** More would not help anyone. */
export const MAX_FAULTS = 100

/** As zod itself names it. */
const ISSUE = 'invalid_type'
const TOO_LONG = 'too_big'

/**
 * Any number of strings. Not `z.array(z.string())`: that takes half a minute and 3 GB for a body of 10 MB in which every item is wrong,
 * since it keeps an error for each.
 */
export const texts = z
  .array(z.unknown())
  .superRefine((items, context) => {
    let faults = 0
    for (const [index, item] of items.entries()) {
      if (typeof item === 'string') continue
      context.addIssue({ code: ISSUE, expected: 'string', input: item, path: [index] })
      if ((faults += 1) === MAX_FAULTS) return
    }
  })
  .meta({ items: { type: 'string' } }) as unknown as z.ZodArray<z.ZodString>

/** A text with so many characters. They are counted as JSON Schema does: a pair of surrogates is one. */
export const createText = (minLength: number, maxLength: number) =>
  z
    .string()
    .min(minLength)
    .superRefine((input, context) => {
      // Counting takes memory, and a body may be one long text.
      const isCounted = input.length > maxLength && input.length <= 2 * maxLength
      if (isCounted ? Array.from(input).length > maxLength : input.length > maxLength)
        context.addIssue({ code: TOO_LONG, origin: 'string', maximum: maxLength, input })
    })
    .meta({ maxLength })

const time = z.string().describe('ISO 8601')
const count = z.int().min(0)

const toNumber = (text: string): number => Number(text)

/** The name of a host or its address, as `readHost` reads it; JSON Schema knows no format that is the same. */
export const hostName = z.string().min(1).meta({ format: 'host' })

/** The beginning of a URL. The pattern is for readers of the schema: the registry refuses what it does not match. */
export const urlPrefix = z.string().meta({ pattern: HOST_PREFIX.source })

/** The beginning of a host, or a host and the beginning of a path. The registry refuses what the pattern excludes, too. */
export const pageText = z.string().meta({ not: { pattern: String.raw`^(?:[?#][^/]*)?/` } })

/** A URL that has a normalized form: http or https, and absolute. */
export const httpUrl = z.string().meta({ format: 'http-url' })

/** Every cursor is visible ASCII. The list refuses a cursor of another list. */
const cursor = z
  .string()
  .regex(/^[!-~]+$/, 'It is not a cursor. Pass it exactly as you received it.')
  .meta({ format: 'cursor' })

const LARGEST_ID = 999_999_999_999_999

/** From a path or a query it comes as text. */
export const id = z.union(
  [
    z.int().min(1).max(LARGEST_ID),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(toNumber),
  ],
  'Give a whole number from 1 on.',
)

/** A whole number from a path or a query, where it comes as text. */
export const wholeNumber = (min: number, max: number) =>
  z
    .union(
      [
        z.int().min(min).max(max),
        z
          .string()
          .regex(/^(?:0|[1-9]\d{0,8})$/)
          .transform(toNumber),
      ],
      `Expected a whole number from ${min} to ${max}`,
    )
    .pipe(z.int().min(min).max(max))

/** A page of a list, as every list takes and answers it. */
export const part = {
  limit: z
    .union(
      [
        z.int().min(1).max(500),
        z
          .string()
          .regex(/^(?:[1-9]\d?|[1-4]\d\d|500)$/)
          .transform(toNumber),
      ],
      'Give a whole number from 1 to 500.',
    )
    .optional()
    .describe('Maximum number of items (default: 50)'),
  after: cursor.optional().describe('The `next` of the previous part, with the same filters'),
}
export const createPart = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: list(item),
    next: z.string().nullable().describe('Pass it as `after` to get the next part; null after the last one'),
  })

export const policyName = z.enum(Object.keys(policies) as PolicyName[]).describe('The name of a built-in policy')

/** Not `z.record`, which drops a field named `__proto__`: it must be refused like every unknown field. */
const policyObject = z
  .unknown()
  .superRefine((input, context) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      context.addIssue({ code: ISSUE, expected: 'record', input, continue: false })
  })
  .meta({
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: {},
  }) as unknown as z.ZodRecord<z.ZodString, z.ZodUnknown>

export const isPolicyObject = (schema: z.core.$ZodType): boolean => schema === policyObject

export const policyRef = z
  .union([policyName, policyObject])
  .describe('The name of a built-in policy, or a policy as in a policy file')
export const namedPolicy = z.strictObject({ name: z.string(), fingerprint: z.string() })

export const change = z.strictObject({
  rule: z.string(),
  tier: z.enum(['safe', 'usually-safe', 'lossy']),
  before: z.string(),
  after: z.string(),
  detail: z.string().optional(),
})

/** One word of a closed list that a filter compares with; an empty one would match nothing, and silently. */
export const word = z.string().min(1)

/** Longer than all words of any list together. */
const MAX_WORDS_LENGTH = 1000

/** One or several words of a closed list, separated by commas. The pattern is for readers of the schema; a message names the word. */
export const severalWords = <Word extends string>(known: readonly Word[]) => {
  const any = `(?:${known.join('|')})`
  return z
    .string()
    .max(MAX_WORDS_LENGTH)
    .meta({ pattern: `^${any}(?:,${any})*$` })
    .transform((text, context): readonly Word[] => {
      const words = text.split(',')
      const wrong = words.find((each) => !known.some((name) => name === each))
      if (wrong === undefined) return words as Word[]
      const message = `${JSON.stringify(wrong)} is not one of the names. ${suggestFix(wrong, known)}`
      context.addIssue(message)
      return z.NEVER
    })
}

export const healthVerdict = z.enum(Object.keys(HEALTH_VERDICTS) as HealthVerdict[])
export const linkType = z.enum(['homepage', 'section', 'informative'])

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
export const admitted = admission.extend({
  id: z.int(),
  isCurrent: z.boolean(),
  isAnswered: z.boolean(),
  firstSeen: time,
  lastSeen: time,
  count,
})
export const foundPage = z.strictObject({ ...pageFields, aliases: list(alias), admissions: list(admitted) })

export const ingestReport = z.strictObject({ seen: count, new: count, duplicates: count, rejected: count })

export const rejected = z.strictObject({
  rawUrl: z.string(),
  rawBytes: z.string().nullable().describe('The bytes in base64, if they are not UTF-8'),
  code: z.string(),
  message: z.string(),
  count,
  firstSeen: time,
  lastSeen: time,
})

export const reviewState = z.enum(['open', 'accepted', 'rejected', 'edited', 'over'])
/** Lists of reviews return it, so that it must not be as long as a body may be. */
export const reviewNote = createText(0, 10_000)
export const review = z.strictObject({
  id: z.int(),
  kind: z.string(),
  subject: z.string(),
  detail: z.unknown(),
  count,
  state: reviewState,
  openedAt: time,
  lastSeen: time,
  decidedAt: time.nullable(),
  decidedBy: z.string().nullable(),
  why: z.string().nullable(),
  decision: z.unknown(),
})

const examples = { url: z.string(), pages: count }
export const differences = z.strictObject({
  pages: count,
  urls: count,
  changed: count,
  merges: z.strictObject({
    count,
    pages: count,
    examples: list(z.strictObject({ ...examples, from: list(z.string()) })),
  }),
  splits: z.strictObject({
    count,
    into: count,
    examples: list(z.strictObject({ ...examples, into: list(z.string()) })),
  }),
})

/** What a decision would change. */
export const effect = z.discriminatedUnion('changes', [
  z.strictObject({ changes: z.literal('nothing') }),
  z.strictObject({
    changes: z.literal('fact'),
    host: z.string(),
    fact: z.string(),
    value: z.string(),
    before: z.string().nullable(),
  }),
  z.strictObject({ changes: z.literal('verdict'), pageDecision: z.enum(['accepted', 'refused']), pages: count }),
  z.strictObject({ changes: z.literal('policy'), sites: z.record(z.string(), z.unknown()), differences }),
])

const MAX_IDS = 10_000

export const frontierState = z.enum(['pending', 'leased', 'fetched', 'retry', 'dead', 'excluded'])
export const queuePriority = z.enum(['low', 'normal', 'high'])
export const frontierReasons = severalWords(Object.keys(FRONTIER_REASONS) as FrontierReason[]).describe(
  'One or several reasons, separated by commas',
)
export const frontierReasonClasses = severalWords(REASON_CLASSES).describe(
  'One or several classes of reasons, separated by commas. With `reason`, both must match',
)
export const frontierFilter = {
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
export const createFrontierFilter = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({ ...frontierFilter, q: frontierText, ...fields }).meta({ allOf: [textHasHost] })

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
export const createSelection = <Fields extends z.ZodRawShape>(fields: Fields) =>
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

/** How much there is of everything. */
export const allCounts = z.strictObject({
  pages: count,
  aliases: count,
  rejected: count,
  reviews: count.describe('Open reviews'),
  frontier: frontierStats,
  verdicts: z.record(z.string(), count),
})
