/** The keywords that our schemas use; any other is an error, so that a check is never skipped in silence. */
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
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly format?: string
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
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

/** A pair of surrogates is one character. */
const countCharacters = (text: string): number => Array.from(text).length

const always = (): boolean => true

/** https://json-schema.org/draft/2020-12/json-schema-validation */
const CHECKS: { readonly [Keyword in keyof Required<Schema>]: Check<Keyword> } = {
  $schema: always,
  $defs: always,
  title: always,
  description: always,
  default: always,
  $ref: (ref, value, _, root) => accepts(resolve(ref, root), value, root),
  type: (type, value) =>
    [type].flat().some((name) => (name === 'integer' ? Number.isInteger(value) : name === nameType(value))),
  enum: (values, value) => values.includes(value),
  const: (only, value) => value === only,
  pattern: (pattern, value) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  minLength: (length, value) => typeof value !== 'string' || countCharacters(value) >= length,
  maxLength: (length, value) => typeof value !== 'string' || countCharacters(value) <= length,
  minimum: (least, value) => typeof value !== 'number' || value >= least,
  exclusiveMinimum: (least, value) => typeof value !== 'number' || value > least,
  maximum: (most, value) => typeof value !== 'number' || value <= most,
  minItems: (least, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most, value) => !Array.isArray(value) || value.length <= most,
  format: always,
  allOf: (schemas, value, _, root) => schemas.every((each) => accepts(each, value, root)),
  oneOf: (schemas, value, _, root) => schemas.filter((each) => accepts(each, value, root)).length === 1,
  not: (schema, value, _, root) => !accepts(schema, value, root),
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
  const found = ref
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), root)
  if (!isObject(found)) throw new Error(`the schema refers to ${ref}, which is not there`)
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
