import { z } from 'zod'

export type JsonSchema = Readonly<Record<string, unknown>>

export interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
}

/** As it goes over the wire. OpenAPI 3.1 takes JSON Schema as it is: https://spec.openapis.org/oas/v3.1.0#schema-object */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
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
