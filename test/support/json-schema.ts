/** The keywords that our schema uses; any other is an error, so that a check is never skipped in silence. */
export interface Schema {
  readonly $schema?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minLength?: number
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

type Check<Keyword extends keyof Schema> = (
  argument: NonNullable<Schema[Keyword]>,
  value: unknown,
  schema: Schema,
  root: Schema,
) => boolean

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function nameType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const always = (): boolean => true

/** https://json-schema.org/draft/2020-12/json-schema-validation */
const CHECKS: { readonly [Keyword in keyof Required<Schema>]: Check<Keyword> } = {
  $schema: always,
  $defs: always,
  title: always,
  description: always,
  default: always,
  $ref: (ref, value, _, root) => accepts(resolve(ref, root), value, root),
  type: (type, value) => [type].flat().includes(nameType(value)),
  enum: (values, value) => values.includes(value),
  const: (only, value) => value === only,
  pattern: (pattern, value) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  minLength: (length, value) => typeof value !== 'string' || value.length >= length,
  anyOf: (schemas, value, _, root) => schemas.some((each) => accepts(each, value, root)),
  items: (schema, value, _, root) => !Array.isArray(value) || value.every((item) => accepts(schema, item, root)),
  properties: (properties, value, _, root) =>
    !isObject(value) ||
    Object.entries(properties).every(
      ([name, schema]) => !Object.hasOwn(value, name) || accepts(schema, value[name], root),
    ),
  required: (names, value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name)),
  additionalProperties: (others, value, { properties = {} }, root) =>
    !isObject(value) ||
    Object.entries(value)
      .filter(([name]) => !Object.hasOwn(properties, name))
      .every(([, item]) => (typeof others === 'boolean' ? others : accepts(others, item, root))),
}

function resolve(ref: string, root: Schema): Schema {
  const found = root.$defs?.[ref.replace('#/$defs/', '')]
  if (found === undefined) throw new Error(`the schema refers to ${ref}, which is not there`)
  return found
}

/** Whether a value fits a schema. */
export function accepts(schema: Schema, value: unknown, root: Schema = schema): boolean {
  return Object.entries(schema).every(([keyword, argument]) => {
    if (!Object.hasOwn(CHECKS, keyword)) throw new Error(`the schema uses ${keyword}, which is not checked here`)
    const check = CHECKS[keyword as keyof Schema] as (...of: [unknown, unknown, Schema, Schema]) => boolean
    return check(argument, value, schema, root)
  })
}
