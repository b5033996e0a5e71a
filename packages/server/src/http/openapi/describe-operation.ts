import type { Operation } from '../../operations/operation.ts'
import { JSON_TYPE, NDJSON_TYPE } from '../read-body.ts'
import { describeErrorResponses, type SharedResponses } from './describe-errors.ts'
import { pickFields, toJsonSchema, toObjectSchema, type JsonSchema, type ObjectSchema } from './json-schema.ts'

/** An operation of the table as OpenAPI describes it. */
export function describeOperation(operation: Operation, shared: SharedResponses): object {
  const { name, path, method, summary, role, effect, output } = operation
  const input = toObjectSchema(operation.input)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field)
  const rest = pickFields(input, (field) => !inPath.includes(field))
  return {
    operationId: name,
    summary,
    tags: [readTag(path)],
    'x-role': role,
    'x-effect': effect,
    parameters: [
      ...describeParameters(
        pickFields(input, (field) => inPath.includes(field)),
        'path',
        operation,
      ),
      ...(method !== 'POST' ? describeParameters(rest, 'query', operation) : []),
      ...(operation.lines === undefined ? [] : describeParameters(toObjectSchema(operation.lines.input), 'query')),
    ],
    ...(method !== 'POST' ? describeRelations(rest) : {}),
    ...(method === 'POST' ? { requestBody: describeBody(rest, operation, inPath) } : {}),
    responses: {
      [operation.creates === true ? 201 : 200]: describeSuccess(toJsonSchema(output), operation),
      ...describeErrorResponses(operation, shared),
    },
  }
}

/** `/api/v1/pages/{id}` belongs to `pages`. */
const readTag = (path: string): string => path.split('/')[3] ?? ''

function describeParameters(schema: ObjectSchema, where: 'path' | 'query', operation?: Operation): object[] {
  return Object.entries(schema.properties).map(([name, { description, ...property }]) => ({
    name,
    in: where,
    required: where === 'path' || schema.required.includes(name),
    description:
      operation === undefined ? 'For bodies that do not have it: NDJSON has it here alone.' : (description ?? ''),
    schema: toParameterSchema(property),
    example: findExample(name, operation, (schema as Relations).not !== undefined),
  }))
}

/** Keywords of an object that say what its fields have to do with each other. */
interface Relations extends ObjectSchema {
  readonly not?: unknown
  readonly allOf?: unknown
}

/** OpenAPI cannot relate one parameter to another, so this is a schema of all of them together. */
function describeRelations(schema: ObjectSchema): object {
  const { not, allOf }: Relations = schema
  return not === undefined && allOf === undefined ? {} : { 'x-query': { type: 'object', not, allOf } }
}

/** In a path or a query a number is written as text; the schema then takes both, and programs need to know the number alone. */
function toParameterSchema(property: JsonSchema): JsonSchema {
  const { anyOf } = property as { readonly anyOf?: readonly JsonSchema[] }
  return anyOf?.find(({ type }) => type === 'integer') ?? property
}

/** Undefined where no example has the field. Where fields exclude each other, the examples of all parameters must go together. */
function findExample(name: string, operation: Operation | undefined, isRelated: boolean): unknown {
  const all = (operation?.examples ?? []) as readonly Readonly<Record<string, unknown>>[]
  return (isRelated ? all.filter(hasFields).slice(0, 1) : all).find((example) => Object.hasOwn(example, name))?.[name]
}

const hasFields = (example: object): boolean => Object.keys(example).length > 0

const LINE = {
  type: 'object',
  required: ['url'],
  properties: { url: { type: 'string' } },
}

function describeBody(schema: ObjectSchema, { examples, lines }: Operation, inPath: readonly string[]): object {
  const bodies = examples.map((example) =>
    Object.fromEntries(Object.entries(example as object).filter(([name]) => !inPath.includes(name))),
  )
  const named = Object.fromEntries(bodies.map((value, index) => [`example${index + 1}`, { value }]))
  // No type: a line that is not valid has a result of its own, so any bytes are a body of lines.
  const ndjson = { schema: { description: 'A JSON object with a `url` on each line', 'x-line': LINE } }
  return {
    required: schema.required.length > 0 || 'oneOf' in schema || 'allOf' in schema,
    content: {
      [JSON_TYPE]: { schema, examples: named },
      ...(lines === undefined ? {} : { [NDJSON_TYPE]: { ...ndjson, example: '{"url":"https://example.com/"}\n' } }),
    },
  }
}

function describeSuccess(schema: JsonSchema, { lines }: Operation): object {
  const item = lines?.item ?? null
  const streamed = {
    schema: {
      type: 'string',
      description: 'A result on each line, in order',
      'x-line': item === null ? null : toJsonSchema(item),
    },
  }
  return {
    description: 'Done.',
    headers: { 'X-Request-Id': { description: 'For the log of the server.', schema: { type: 'string' } } },
    content: { [JSON_TYPE]: { schema }, ...(item === null ? {} : { [NDJSON_TYPE]: streamed }) },
  }
}
