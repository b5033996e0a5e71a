import { SPEC_FIELDS, type Field, type Fields } from './fields.ts'
import { PolicyError, childPath } from './policy-error.ts'
import type { PolicySpec } from './spec.ts'
import { MAX_URL_LENGTH } from '../url/max-url-length.ts'

/** No name, pattern or path of a policy needs to be longer than the URLs that it is compared with. */
const MAX_STRING_LENGTH = MAX_URL_LENGTH
/** All texts together. Written as JSON, where one character takes up to six, they still make one string. */
export const MAX_TEXT_LENGTH = 2 ** 26
/** Evidence may be any object, so it may be nested very deep or contain itself. */
const DEEPEST = 100

/** Refuses a spec that is too large to be copied and written out, before anything else reads it. */
function checkSize(spec: unknown): void {
  const keys: (string | number)[] = []
  let left = MAX_TEXT_LENGTH
  const take = (text: string): void => {
    left -= text.length
    if (text.length > MAX_STRING_LENGTH)
      throw new PolicyError(keys.reduce(childPath, ''), `is longer than ${MAX_STRING_LENGTH} characters`)
    if (left < 0) throw new PolicyError('', `has more than ${MAX_TEXT_LENGTH} characters of text; divide it`)
  }
  const walk = (value: unknown): void => {
    if (typeof value === 'string') return take(value)
    if (typeof value !== 'object' || value === null) return
    if (keys.length > DEEPEST) throw new PolicyError('', `is nested deeper than ${DEEPEST} levels, or contains itself`)
    const isList = Array.isArray(value)
    for (const key of Object.keys(value)) {
      take(key)
      keys.push(isList ? Number(key) : key)
      walk((value as Record<string, unknown>)[key])
      keys.pop()
    }
  }
  walk(spec)
}

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
