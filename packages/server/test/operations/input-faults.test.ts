import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, type OperationName } from '../../src/operations/index.ts'
import { InputError, parseInput } from '../../src/operations/operation.ts'

const POLICIES = 'rfc3986, dedupe, links, sources, feed-aggressive, feed-moderate or feed-conservative, or an object'

/** Each fault names its place and what to do. */
const cases: readonly { name: OperationName; input: unknown; faults: Readonly<Record<string, string>> }[] = [
  { name: 'explain', input: {}, faults: { url: 'It is missing. Give a string.' } },
  { name: 'explain', input: { url: null }, faults: { url: 'It is null. Give a string.' } },
  {
    name: 'normalize',
    input: { urls: ['a', 7], policy: 3 },
    faults: { 'urls[1]': 'It is a number. Give a string.', policy: `It is a number. Give ${POLICIES}.` },
  },
  {
    name: 'normalize',
    input: { urls: [], policy: 'x' },
    faults: { policy: `It is none of the choices. Give ${POLICIES}.` },
  },
  {
    name: 'normalize',
    input: { url: 'x', urls: [], why: 1 },
    faults: { url: 'There is no such field. Did you mean urls?', why: 'There is no such field. Remove it.' },
  },
  {
    name: 'normalize',
    input: { ['urls'.repeat(500_000)]: 1, urls: [] },
    faults: { [`${'urls'.repeat(50)}…`]: 'There is no such field. Remove it.' },
  },
  {
    name: 'normalize',
    input: { urls: Array<string>(10_001).fill('x') },
    faults: { urls: 'It is too long. Give at most 10,000 items.' },
  },
  { name: 'listPages', input: { limit: '501' }, faults: { limit: 'Give a whole number from 1 to 500.' } },
  {
    name: 'listPages',
    input: { linkType: 'x' },
    faults: { linkType: 'It is none of the choices. Give homepage, section or informative.' },
  },
  {
    name: 'decideReviews',
    input: { decisions: [{ id: 0 }] },
    faults: {
      'decisions[0].id': 'It is too small. Give at least 1.',
      'decisions[0].decision': 'It is missing. Give accept, reject or edit.',
    },
  },
  {
    name: 'canonicalize',
    input: { url: 'x', options: { maxRequests: 1.5, maxRedirects: 51, connectTo: {} } },
    faults: {
      'options.maxRequests': 'It is a fraction. Give a whole number.',
      'options.maxRedirects': 'It is too large. Give at most 50.',
      'options.connectTo': 'There is no such field. Remove it.',
    },
  },
  {
    name: 'startRun',
    input: { kind: 'dance' },
    faults: { kind: 'It is none of the choices. Give ingest, check, work, learn or canonicalize.' },
  },
  { name: 'startRun', input: {}, faults: { kind: 'It is missing. Give ingest, check, work, learn or canonicalize.' } },
  {
    name: 'startRun',
    input: { kind: 'ingest', options: {} },
    faults: { 'options.upload': 'It is missing. Give a number.' },
  },
  {
    name: 'startRun',
    input: { kind: 'canonicalize', options: {} },
    faults: { options: 'Give either urls or an upload.' },
  },
  {
    name: 'setHostDelay',
    input: { host: 'a', delay: true },
    faults: { delay: 'It is true. Give a string, or a number.' },
  },
  { name: 'getHost', input: { host: '' }, faults: { host: 'It is too short. Give at least 1 character.' } },
]

for (const { name, input, faults } of cases) {
  test(`${name} ${JSON.stringify(input).slice(0, 80)}: ${Object.keys(faults).join(', ').slice(0, 80)}`, () => {
    assert.throws(
      () => parseInput(OPERATIONS[name].input, input),
      (error: unknown) => {
        assert.ok(error instanceof InputError)
        assert.deepEqual(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])), faults)
        return true
      },
    )
  })
}

test('of very many faults, the first hundred are named', () => {
  assert.throws(
    () => parseInput(OPERATIONS.normalize.input, { urls: Array<number>(1000).fill(7) }),
    (error: unknown) => error instanceof InputError && error.errors.length === 100,
  )
})
