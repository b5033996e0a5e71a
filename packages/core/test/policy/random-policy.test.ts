import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { policies } from '../../src/index.ts'
import { SPEC_FIELDS, type Field } from '../../src/policy/fields.ts'
import { randomPolicy } from '@canonist/test-support/random-policy.ts'

/** Every place of a spec and every choice at it, with `*` for the keys of maps and the items of lists. */
function placesIn(field: Field, path: string): string[] {
  switch (field.kind) {
    case 'choice':
      return [path, ...field.values.map((value) => `${path}=${value}`)]
    case 'list':
    case 'map':
      return [path, ...(field.mayBeEmptied ? [`${path}=null`] : []), ...placesIn(field.of, `${path}.*`)]
    case 'either':
      return field.of.flatMap((each) => placesIn(each, path))
    case 'object':
      return [path, ...Object.entries(field.fields).flatMap(([key, each]) => placesIn(each, `${path}.${key}`))]
    default:
      return [path]
  }
}

/** The places of a field that a value fills. */
function* placesFilled(field: Field, value: unknown, path: string): Generator<string> {
  yield path
  if (value === null || typeof value === 'string') yield `${path}=${value}`
  if (field.kind === 'either') for (const each of field.of) yield* placesFilled(each, value, path)
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) {
    if (field.kind === 'object') yield* placesFilled(field.fields[key] as Field, each, `${path}.${key}`)
    if (field.kind === 'list' || field.kind === 'map') yield* placesFilled(field.of, each, `${path}.*`)
  }
}

const SPEC: Field = { kind: 'object', type: 'PolicySpec', about: '', fields: SPEC_FIELDS, required: [] }

test('the generator of policies fills every field of the spec and makes every choice', () => {
  const filled = new Set<string>()
  for (const policy of fc.sample(randomPolicy, { seed: 1, numRuns: 3000 })) {
    for (const place of placesFilled(SPEC, policy, 'policy')) filled.add(place)
  }
  const missing = placesIn(SPEC, 'policy').filter((place) => !filled.has(place))
  assert.deepEqual(missing, [], 'Add generators for these to test/support/random-policy.ts.')
  for (const name of Object.keys(policies)) assert.ok(filled.has(`policy.extends=${name}`), name)
})
