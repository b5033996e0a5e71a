import { z } from 'zod'
import schema from '@canonist/core/policy.schema.json' with { type: 'json' }
import { isPolicyObject } from '../../operations/schemas.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
}

/** As it goes over the wire. OpenAPI 3.1 takes JSON Schema as it is: https://spec.openapis.org/oas/v3.1.0#schema-object */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: describeForDocument,
  })
  return rest
}

function describeForDocument(described: Described): void {
  if (isPolicyObject(described.zodSchema)) refer(described.jsonSchema, POLICY_REFERENCE)
  else describePair(described)
}

interface Described {
  readonly zodSchema: z.core.$ZodType
  readonly jsonSchema: z.core.JSONSchema.BaseSchema
}

/** Instead of a description of its own. */
function refer(jsonSchema: z.core.JSONSchema.BaseSchema, reference: string): void {
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  jsonSchema.$ref = reference
}

/** Two items of one kind as a list of two: many programs do not know `prefixItems`, and zod does not say that there are two. */
function describePair({ jsonSchema }: Described): void {
  const { prefixItems: [first, ...others] = [] } = jsonSchema
  if (first === undefined || others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) return
  delete jsonSchema.prefixItems
  Object.assign(jsonSchema, { items: first, minItems: others.length + 1, maxItems: others.length + 1 })
}

/** The schema of an object, with all that it may lack. */
export function toObjectSchema(schema: z.ZodType): ObjectSchema {
  const { properties = {}, required = [], ...rest } = toJsonSchema(schema) as Partial<ObjectSchema>
  return { ...rest, properties, required }
}

/** The same without some of its fields, or with them alone. */
export function pickFields(schema: ObjectSchema, isWanted: (name: string) => boolean): ObjectSchema {
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => isWanted(name)))
  return { ...schema, properties, required: schema.required.filter(isWanted) }
}

/** Where the document has the schema. */
const POLICY_REFERENCE = '#/components/schemas/Policy'

/**
 * A policy in a request: the schema of policy files, except that no field is required and no file is extended. It knows the shape;
 * `app/bad-policy` says what is wrong with a host, a pattern or a rewrite.
 */
export function describePolicy(): object {
  const { $schema: _, required: __, properties, ...rest } = schema
  const [builtIn] = properties.extends.anyOf
  const described = { ...rest, properties: { ...properties, extends: { ...properties.extends, anyOf: [builtIn] } } }
  return JSON.parse(JSON.stringify(described).replaceAll('"#/$defs/', `"${POLICY_REFERENCE}/$defs/`)) as object
}
