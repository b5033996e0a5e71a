import { z } from 'zod'
import { policies, type PolicyName } from '@canonist/core'
import { suggestFix } from '@canonist/core/internal/text/nearest'
import { HEALTH_VERDICTS, type HealthVerdict } from '@canonist/links/internal/health/words'
import { HOST_PREFIX } from '@canonist/registry/internal/registry/read-host'

// Objects are strict, so that a field without a description cannot slip into a response.

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

export const time = z.string().describe('ISO 8601')
export const count = z.int().min(0)

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
export const cursor = z
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

export const ingestReport = z.strictObject({ seen: count, new: count, duplicates: count, rejected: count })
