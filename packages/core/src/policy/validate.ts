import { SPEC_FIELDS, type Field, type Fields } from './fields.ts'
import { PolicyError, childPath } from './policy-error.ts'
import { checkSize } from './spec-size.ts'
import type { PolicySpec } from './spec.ts'

/** Checks the shape of a policy file. Throws a PolicyError that names the place and the fix. */
export function validateSpec(spec: unknown): asserts spec is PolicySpec {
  checkSize(spec)
  checkObject('', spec, SPEC_FIELDS, ['name'])
}

function checkField(path: string, value: unknown, field: Field): void {
  switch (field.kind) {
    case 'choice':
      return checkChoice(path, value, field.values)
    case 'flag':
      if (typeof value !== 'boolean') throw new PolicyError(path, 'must be true or false')
      return
    case 'only':
      if (value !== field.value) throw new PolicyError(path, `must be ${field.value} or left out`)
      return
    case 'free':
      if (!isRecord(value)) throw new PolicyError(path, 'must be an object')
      return
    case 'text':
      return checkText(path, value, field.fault)
    case 'list':
      return checkList(path, value, field)
    case 'map':
      return checkMap(path, value, field.of, field.mayBeEmptied)
    case 'either':
      return checkField(path, value, field.of[isRecord(value) ? 1 : 0] as Field)
    case 'object':
      return checkObject(path, value, field.fields, field.required)
  }
}

function checkChoice(path: string, value: unknown, values: readonly string[]): void {
  if (typeof value === 'string' && values.includes(value)) return
  throw new PolicyError(path, `must be one of ${values.map((each) => `"${each}"`).join(', ')}`)
}

function checkText(path: string, value: unknown, findFault?: (text: string) => string | null): void {
  if (typeof value !== 'string') throw new PolicyError(path, 'must be text')
  const fault = findFault?.(value) ?? null
  if (fault !== null) throw new PolicyError(path, fault)
}

type ListField = Extract<Field, { kind: 'list' }>

function checkList(path: string, value: unknown, { of, mayBeEmptied, whenEmpty }: ListField): void {
  if (value === null && mayBeEmptied) return
  if (!Array.isArray(value)) throw new PolicyError(path, `must be a list${mayBeEmptied ? ', or null to empty it' : ''}`)
  if (value.length === 0 && whenEmpty !== undefined) throw new PolicyError(path, whenEmpty)
  for (const [index, item] of value.entries()) checkField(childPath(path, index), item, of)
}

function checkMap(path: string, value: unknown, of: Field, mayBeEmptied: boolean): void {
  if (value === null && mayBeEmptied) return
  if (!isRecord(value)) throw new PolicyError(path, `must be an object${mayBeEmptied ? ', or null to empty it' : ''}`)
  for (const [key, item] of Object.entries(value)) checkField(childPath(path, key), item, of)
}

function checkObject(path: string, value: unknown, fields: Fields, required: readonly string[]): void {
  if (!isRecord(value)) throw new PolicyError(path, 'must be an object')
  for (const [key, item] of Object.entries(value)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (field === undefined)
      throw new PolicyError(childPath(path, key), `is not a field of a policy${suggest(key, fields)}`)
    if (item !== undefined) checkField(childPath(path, key), item, field)
  }
  for (const key of required) {
    if (value[key] === undefined) throw new PolicyError(childPath(path, key), 'is missing')
  }
}

/** Suggests a field whose name differs only in case or hyphens, which are the usual typos. */
function suggest(key: string, fields: Fields): string {
  const fold = (name: string): string => name.toLowerCase().replace(/[-_]/g, '')
  const meant = Object.keys(fields).find((name) => fold(name) === fold(key))
  return meant === undefined ? `; the fields here are ${Object.keys(fields).join(', ')}` : `; "${meant}" is`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
