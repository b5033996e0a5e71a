import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, normalize, PolicyError, tryNormalize, type PolicySpec } from '@canonist/core'
import { parse } from 'yaml'
import {
  LABEL_FIELDS,
  POLICY_FIELDS,
  QUERY_FIELDS,
  SPEC_FIELDS,
  type Field,
  type Fields,
} from '../../packages/core/src/policy/fields.ts'
import { DEFAULT_SETTINGS } from '../../packages/core/src/policy/settings.ts'
import { blocksOf, codeOf, readFields, rowsUnder, sectionOf } from '../support/markdown.ts'
import { policyUnder } from '../support/policy-under.ts'
import { readText } from '../support/repository.ts'

const PAGE = readText('docs/reference/policy-file.md')

const rowsOf = (heading: string): (readonly string[])[] =>
  rowsUnder(sectionOf(PAGE, heading), 'field', 'values', 'default', 'meaning')

const namesOf = (heading: string): string[] => rowsOf(heading).map(([name]) => codeOf(name))

function describeValues(field: Field): string {
  if (field.kind === 'choice') return field.values.map((value) => `\`${value}\``).join(', ')
  if (field.kind === 'flag') return '`true`, `false`'
  if (field.kind === 'only') return `\`${field.value}\``
  return field.kind === 'free' ? 'object' : field.kind
}

function describeDefault(value: unknown): string {
  // It depends on other fields, as the page explains.
  if (value === undefined) return 'see below'
  return typeof value === 'object' ? 'empty' : `\`${JSON.stringify(value).replaceAll('"', '')}\``
}

/** Name, values and default of every row, as the code has them. */
function expectRows(heading: string, fields: Fields, defaults: Readonly<Record<string, unknown>>): void {
  assert.deepEqual(
    rowsOf(heading).map(([name, values, byDefault]) => [codeOf(name), values, byDefault]),
    Object.entries(fields).map(([name, field]) => [name, describeValues(field), describeDefault(defaults[name])]),
  )
}

test('the page lists every field with its values and default', () => {
  // `query` has a table of its own.
  const rows = rowsOf('## Fields').map(([name, values, byDefault]) => [codeOf(name), values, byDefault])
  assert.deepEqual(
    rows,
    Object.entries<Field>(POLICY_FIELDS).map(([name, field]) => [
      name,
      describeValues(field),
      name === 'query' ? 'below' : describeDefault((DEFAULT_SETTINGS as unknown as Record<string, unknown>)[name]),
    ]),
  )
})

test('the page lists every field of query with its values and default', () => {
  expectRows('## Fields of `query`', QUERY_FIELDS, DEFAULT_SETTINGS.query as unknown as Record<string, unknown>)
})

test('the header of the page lists every other field of a file', () => {
  const others = Object.keys(SPEC_FIELDS).filter((name) => !Object.hasOwn(POLICY_FIELDS, name))
  assert.deepEqual(namesOf('## Header').toSorted(), others.toSorted())
  for (const [name, values] of rowsOf('## Header')) {
    assert.equal(values, describeValues(SPEC_FIELDS[codeOf(name) as keyof typeof SPEC_FIELDS]))
  }
})

const inside = (field: Field): Fields => (field.kind === 'object' ? field.fields : {})
const itemOf = (field: Field): Field => (field.kind === 'list' || field.kind === 'map' ? field.of : field)

test('the page lists the fields of rewrites, examples and sites', () => {
  assert.deepEqual(namesOf('## Rewrites'), Object.keys(inside(itemOf(POLICY_FIELDS.rewrites))))
  assert.deepEqual(namesOf('## Examples'), Object.keys(inside(itemOf(SPEC_FIELDS.examples))))
  const inSite = Object.keys(inside(itemOf(SPEC_FIELDS.sites))).filter(
    (name) => !Object.hasOwn({ ...POLICY_FIELDS, ...LABEL_FIELDS }, name),
  )
  assert.deepEqual(namesOf('## Sites'), inSite)
})

test('the page lists what admission reads', () => {
  const groups = { hosts: SPEC_FIELDS.hosts, ...pick('languages', 'pagination', 'classify', 'citation') }
  const fields = Object.entries(groups).flatMap(([group, field]) =>
    Object.entries(inside(field)).map(([name, each]) => [`${group}.${name}`, describeValues(each)]),
  )
  assert.deepEqual(
    rowsOf('## For admission').map(([name, values]) => [codeOf(name), values]),
    fields,
  )
})

test('the page lists what link health reads', () => {
  assert.deepEqual(
    rowsOf('## For link health').map(([name, values]) => [codeOf(name), values]),
    Object.entries(inside(POLICY_FIELDS.health)).map(([name, each]) => [`health.${name}`, describeValues(each)]),
  )
})

function pick(...names: readonly (keyof typeof POLICY_FIELDS)[]): Record<string, Field> {
  return Object.fromEntries(names.map((name) => [name, POLICY_FIELDS[name]]))
}

const examples = rowsUnder(PAGE, 'under', 'before', 'after').map((row) => row.map(codeOf))

test('every field that the normalizer reads is shown at work', () => {
  const shown = new Set(examples.flatMap(([under = '']) => namesIn(readFields(under))))
  const others = ['languages', 'pagination', 'classify', 'citation', 'health']
  const read = [
    ...Object.keys(POLICY_FIELDS).filter((name) => name !== 'query' && !others.includes(name)),
    ...Object.keys(QUERY_FIELDS).map((name) => `query.${name}`),
  ]
  assert.deepEqual([...shown].toSorted(), read.toSorted())
})

function namesIn({ query, ...fields }: Record<string, unknown>): string[] {
  return [...Object.keys(fields), ...Object.keys(query ?? {}).map((name) => `query.${name}`)]
}

for (const [under = '', before = '', after = ''] of examples) {
  test(`${under}: ${before} -> ${after}`, () => {
    const policy = policyUnder(under)
    assert.equal(normalize(before, policy), after)
    assert.equal(normalize(after, policy), after)
  })
}

for (const page of ['docs/reference/policy-file.md', 'README.md']) {
  for (const { text, line } of blocksOf(readText(page), 'yaml')) {
    test(`${page}:${line} is a policy whose examples hold`, () => {
      const spec = parse(text) as PolicySpec
      const policy = definePolicy(spec)
      for (const { input, url, invalid } of spec.examples ?? []) {
        const outcome = tryNormalize(input, policy)
        assert.equal(outcome.ok ? outcome.url : 'invalid', invalid === true ? 'invalid' : (url ?? input))
      }
    })
  }
}

for (const [spec, message] of rowsUnder(PAGE, 'policy', 'message').map((row) => row.map(codeOf))) {
  test(`${spec} is refused: ${message}`, () => {
    assert.throws(
      () => definePolicy(parse(spec ?? '') as PolicySpec),
      (error) => error instanceof PolicyError && error.message === message,
    )
  })
}
