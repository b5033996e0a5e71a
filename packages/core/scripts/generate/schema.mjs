// The JSON Schema of a policy file.
import { BUILT_IN_SPECS } from '../../src/policy/built-in.ts'
import { POLICY_FIELDS, SPEC_FIELDS } from '../../src/policy/fields.ts'

/** The text of the schema file. */
export function makeSchema() {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Canonist policy',
    description:
      'Which URLs are considered the same. The schema knows the shape; `canonist policy test` checks the rest.',
    ...objectSchema(SPEC_FIELDS, ['name']),
    // Every field occurs in three places, so each is described once.
    $defs: mapValues(POLICY_FIELDS, fieldSchema),
  }
  return `${onOneLine(JSON.stringify(schema, null, 2))}\n`
}

/** Lists of plain values as the formatter writes them. */
function onOneLine(json) {
  return json.replace(/\[\n[^[\]{}]*\]/g, (list) => list.replace(/\n\s*/g, ' ').replace('[ ', '[').replace(' ]', ']'))
}

function objectSchema(fields, required) {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, propertySchema(name, field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function propertySchema(name, field) {
  if (field === POLICY_FIELDS[name]) return { $ref: `#/$defs/${name}` }
  return name === 'extends' && field === SPEC_FIELDS.extends ? extendsSchema(field) : fieldSchema(field)
}

/** A built-in by its name; files are resolved by the command. */
function extendsSchema({ about }) {
  return {
    description: about,
    anyOf: [{ enum: Object.keys(BUILT_IN_SPECS) }, { type: 'string', pattern: '^\\.\\.?/' }],
  }
}

function fieldSchema(field) {
  return { description: field.about, ...writeShape(field) }
}

function writeShape(field) {
  switch (field.kind) {
    case 'choice':
      return { enum: field.values, ...(field.byDefault !== null && { default: field.byDefault }) }
    case 'flag':
      return { type: 'boolean', default: field.byDefault }
    case 'only':
      return { const: field.value }
    case 'free':
      return { type: 'object' }
    case 'text':
      return textShape(field.fault)
    case 'list':
      return {
        type: orNull('array', field),
        items: fieldSchema(field.of),
        ...(field.whenEmpty !== undefined && { minItems: 1 }),
      }
    case 'map':
      return { type: orNull('object', field), additionalProperties: fieldSchema(field.of) }
    case 'either':
      return { anyOf: field.of.map(fieldSchema) }
    case 'object':
      return objectSchema(field.fields, field.required)
    default:
      throw new Error(`unknown kind of field: ${field.kind}`)
  }
}

/** What a check refuses is found by asking it: the schema can say "not empty" and "not blank", no more. */
function textShape(findFault) {
  if (findFault === undefined || findFault('') === null) return { type: 'string' }
  return findFault(' ') === null ? { type: 'string', minLength: 1 } : { type: 'string', pattern: '\\S' }
}

const orNull = (type, { mayBeEmptied }) => (mayBeEmptied ? [type, 'null'] : type)

const mapValues = (record, change) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
