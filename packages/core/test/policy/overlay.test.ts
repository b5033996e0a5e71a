import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mergePolicySpecs, type PolicySpec } from '../../src/index.ts'
import { LABEL_FIELDS, POLICY_FIELDS, SPEC_FIELDS, type Field, type Fields } from '../../src/policy/fields.ts'
import { resolveSettings } from '../../src/policy/resolve-settings.ts'
import { ADMISSION_DEFAULTS, DEFAULT_SETTINGS } from '../../src/policy/default-settings.ts'

/** A field of a policy that holds a value of its own, by its path: `['query', 'strip']`. */
interface Leaf {
  readonly path: readonly string[]
  readonly field: Field
}

/** Every field of the description, so that a new one is tested without a change here. */
function listLeaves(fields: Fields, path: readonly string[] = []): Leaf[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    field.kind === 'object' ? listLeaves(field.fields, [...path, key]) : [{ path: [...path, key], field }],
  )
}

/** One of two values that a field may have, which differ where that is possible. */
function createSample(field: Field, which: 'below' | 'own'): unknown {
  const is = (isOwn: unknown, isBelow: unknown): unknown => (which === 'own' ? isOwn : isBelow)
  if (field.kind === 'choice') return is(field.values.at(-1), field.values[0])
  if (field.kind === 'flag') return is(true, false)
  if (field.kind === 'only') return field.value
  if (field.kind === 'free') return { [which]: 1 }
  if (field.kind === 'list') return [createSample(field.of, which)]
  if (field.kind === 'map') return { [which]: createSample(field.of, which) }
  if (field.kind === 'either') return createSample(field.of[0] as Field, which)
  if (field.kind === 'text') return which
  return Object.fromEntries(Object.entries(field.fields).map(([key, each]) => [key, createSample(each, which)]))
}

const put = (path: readonly string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object

const read = (path: readonly string[], from: unknown): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], from)

/** What the description promises of the two samples, laid over each other. */
function computeExpected(field: Field, path: readonly string[]): unknown {
  const [below, own] = [createSample(field, 'below'), createSample(field, 'own')]
  if (field.kind === 'map') return { ...(below as object), ...(own as object) }
  if (field.kind !== 'list') return own
  // Languages are the one list whose order is a preference.
  const lists = [below, own] as unknown[][]
  return path.at(-1) === 'prefer' ? lists.toReversed().flat() : lists.flat()
}

const mayBeEmptied = (field: Field): boolean => 'mayBeEmptied' in field && field.mayBeEmptied

const HEADER = ['name', 'extends', '$schema', 'version', 'description', 'examples']

describe('every field of a policy, laid over the same field of the policy it extends', () => {
  const leaves = listLeaves(SPEC_FIELDS).filter(({ path }) => !HEADER.includes(path[0] ?? ''))

  for (const { path, field } of leaves) {
    const spec = (value: unknown): PolicySpec => ({ name: 'a', ...put(path, value) })
    const merge = (below: unknown, own: unknown): unknown => read(path, mergePolicySpecs(spec(below), spec(own)))

    test(`${path.join('.')}, a ${field.kind}`, () => {
      const [below, own] = [createSample(field, 'below'), createSample(field, 'own')]
      assert.deepEqual(merge(below, own), computeExpected(field, path))
      assert.deepEqual(merge(below, undefined), below, 'what is not said hides what lies below')
      assert.deepEqual(merge(undefined, own), own)
      if (!mayBeEmptied(field)) return
      assert.equal(merge(below, null), null)
      assert.equal(merge(null, undefined), null)
      assert.deepEqual(merge(null, own), own)
    })
  }

  for (const key of HEADER.slice(2)) {
    test(`${key} is a file's own`, () => {
      const sample = createSample((SPEC_FIELDS as Fields)[key] as Field, 'below')
      assert.ok(!(key in mergePolicySpecs({ name: 'a', [key]: sample }, { name: 'b' })))
    })
  }
})

const WHOLE = { ...DEFAULT_SETTINGS, ...ADMISSION_DEFAULTS }

describe('every field of a section, laid over the same field of a policy', () => {
  test('settings have every field, and no other', () => {
    assert.deepEqual(Object.keys(WHOLE).toSorted(), Object.keys(POLICY_FIELDS).toSorted())
  })

  for (const { path, field } of listLeaves(POLICY_FIELDS)) {
    const lay = (below: unknown, own: unknown): unknown =>
      read(path, resolveSettings(put(path, own), resolveSettings(put(path, below), WHOLE)))

    test(`${path.join('.')}, a ${field.kind}`, () => {
      const [below, own] = [createSample(field, 'below'), createSample(field, 'own')]
      assert.deepEqual(lay(below, own), computeExpected(field, path))
      assert.deepEqual(lay(below, undefined), below)
      assert.deepEqual(lay(undefined, own), own)
      if (!mayBeEmptied(field)) return
      const nothing = field.kind === 'list' ? [] : {}
      assert.deepEqual(lay(below, null), nothing)
      assert.deepEqual(lay(null, own), own)
    })
  }

  for (const key of Object.keys(LABEL_FIELDS)) {
    test(`${key} is not a setting`, () => assert.ok(!(key in resolveSettings({ [key]: 'x' }))))
  }
})
