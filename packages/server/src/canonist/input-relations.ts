import type { z } from 'zod'

// What the fields of an input have to do with each other. The check and its description for readers of the schema are made together.

type Name<Schema extends z.ZodObject> = keyof Schema['shape'] & string
/** As zod names a check of our own. */
const ISSUE = 'custom'

type Fields = Readonly<Record<string, unknown>>

/** Lets callers give at most one of these fields. */
export function allowOneOf<Schema extends z.ZodObject>(schema: Schema, names: readonly Name<Schema>[]) {
  const pairs = names.flatMap((name, index) => names.slice(index + 1).map((other) => [name, other]))
  const checked = schema.superRefine((input: Fields, context) => {
    const [first, ...others] = listGiven(input, names)
    for (const name of others) context.addIssue({ code: ISSUE, path: [name], message: `Pass it without ${first}.` })
  })
  return checked.meta({ not: { anyOf: pairs.map((required) => ({ required })) } })
}

/** Makes callers give exactly one of these fields. */
export function requireOneOf<Schema extends z.ZodObject>(
  schema: Schema,
  names: readonly Name<Schema>[],
  message: string,
) {
  const checked = schema.superRefine((input: Fields, context) => {
    if (listGiven(input, names).length !== 1) context.addIssue(message)
  })
  return checked.meta({ allOf: [{ oneOf: names.map((name) => ({ required: [name] })) }] })
}

const listGiven = (input: Fields, names: readonly string[]): string[] =>
  names.filter((name) => input[name] !== undefined)
