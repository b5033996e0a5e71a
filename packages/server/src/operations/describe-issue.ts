import type { z } from 'zod'
import { suggestWords } from '@canonist/core/internal/text/nearest'
import { plural } from '@canonist/core/internal/text/plural'

/** A problem that zod found, with the value it found it in. */
type Issue = z.core.$ZodRawIssue

/** Says what is wrong with a field, and how to correct it; undefined leaves it to zod. */
export function describeIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `It is missing. Give ${nameType(issue.expected)}.`
        : `It is ${describeValue(issue.input)}. Give ${nameType(issue.expected)}.`
    case 'invalid_value':
      return `${describeGiven(issue.input)} Give ${listChoices(issue.values)}.`
    case 'too_big':
      return `It is too ${sizeWord(issue.origin, 'long', 'large')}. Give at most ${formatBound(issue.origin, issue.maximum)}.`
    case 'too_small':
      return `It is too ${sizeWord(issue.origin, 'short', 'small')}. Give at least ${formatBound(issue.origin, issue.minimum)}.`
    case 'invalid_union':
      return describeUnion(issue)
    default:
      return undefined
  }
}

/** Comparing takes time by the length of the name, which a caller chooses. */
const LONGEST_COMPARED = 64

/** Says what to do about a field that the schema does not have. */
export function describeUnknownField(name: string, known: readonly string[]): string {
  const [meant] = name.length > LONGEST_COMPARED ? [] : suggestWords(name, known, 1)
  return meant === undefined ? 'There is no such field. Remove it.' : `There is no such field. Did you mean ${meant}?`
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

const nameType = (expected: string): string => TYPES[expected] ?? expected

function describeValue(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'number' && !Number.isInteger(value) ? 'a fraction' : nameType(typeof value)
}

const describeGiven = (value: unknown): string =>
  value === undefined ? 'It is missing.' : 'It is none of the choices.'

const listChoices = (values: readonly unknown[]): string =>
  values
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')

const hasItems = (origin: string): boolean => origin === 'array' || origin === 'string'

const sizeWord = (origin: string, ofItems: string, ofNumbers: string): string =>
  hasItems(origin) ? ofItems : ofNumbers

function formatBound(origin: string, bound: number | bigint): string {
  if (!hasItems(origin)) return bound.toLocaleString('en')
  return plural(Number(bound), origin === 'array' ? 'item' : 'character')
}

/** What any of the forms would take. */
function describeUnion(issue: Extract<Issue, { code?: 'invalid_union' }>): string | undefined {
  const { input, errors, options, discriminator } = issue as typeof issue & {
    readonly options?: readonly unknown[]
    readonly discriminator?: string
  }
  if (options !== undefined) {
    const given =
      discriminator === undefined ? input : (input as Readonly<Record<string, unknown>> | null)?.[discriminator]
    return `${describeGiven(given)} Give ${listChoices(options)}.`
  }
  const wanted = errors.flat().map((each) => {
    if (each.code === 'invalid_type') return nameType(each.expected)
    return each.code === 'invalid_value' ? listChoices(each.values) : null
  })
  if (wanted.length === 0 || wanted.includes(null)) return undefined
  const given = input === undefined ? 'missing' : describeValue(input)
  return `It is ${typeof input === 'string' ? 'none of the choices' : given}. Give ${wanted.join(', or ')}.`
}
