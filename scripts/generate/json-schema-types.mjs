// Writes JSON Schemas as TypeScript types; the formatter breaks their lines.

/**
 * @param schema its parts may have an `x-name`, the name of a type that is declared elsewhere
 * @param inputs whether callers write values of the type: any object then is a record of anything
 */
export function typeText(schema, inputs = false) {
  const { 'x-name': name, const: value, enum: values, type } = schema
  if (name !== undefined) return name
  if (value !== undefined) return literal(value)
  if (values !== undefined) return union(values.map(literal))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return union(choices.map((choice) => typeText(choice, inputs)))
  if (Array.isArray(type)) return union(type.map((each) => typeText({ ...schema, type: each }, inputs)))
  if (type === 'object') return objectText(schema, inputs)
  if (type === 'array') return `readonly (${typeText(schema.items ?? {}, inputs)})[]`
  return type === 'integer' ? 'number' : (type ?? 'unknown')
}

const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value))

const union = (types) => [...new Set(types)].join(' | ')

function objectText({ properties = {}, required = [], additionalProperties: others }, inputs) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    const type = typeText(schema, inputs)
    const orNothing = isRequired || type === 'unknown' ? '' : ' | undefined'
    return `${comment(schema.description)}readonly ${name}${isRequired ? '' : '?'}: ${type}${orNothing}\n`
  })
  if (fields.length === 0) return recordText(others, inputs)
  const more = others === false || others === undefined ? '' : 'readonly [field: string]: unknown\n'
  return `{\n${fields.join('')}${more}}`
}

function recordText(others, inputs) {
  const type = typeText(others ?? {}, inputs)
  return inputs && type === 'unknown' ? 'object' : `Readonly<Record<string, ${type}>>`
}

/** Declares the type of a schema under a name. */
export function declareType(name, schema, inputs = false) {
  const type = typeText({ ...schema, 'x-name': undefined }, inputs)
  const isInterface = schema.type === 'object' && type.startsWith('{')
  const declaration = isInterface ? `export interface ${name} ${type}` : `export type ${name} = ${type}`
  return `${comment(schema.description)}${declaration}\n`
}

export const comment = (text) => (text === undefined || text === '' ? '' : `/** ${text} */\n`)
