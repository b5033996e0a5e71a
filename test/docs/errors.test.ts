import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS, tryNormalize, UrlError, normalize, type ErrorKind, type PolicyName } from '@canonist/core'
import { tryNormalize as tryLean } from '@canonist/core/lean'
import { canonicalize, type CanonicalizeOptions } from 'canonist/canonicalize'
import { NET_ERRORS, type Fetcher, type FollowResult, type NetErrorCode } from 'canonist/net'
import { checkUrl } from '@canonist/web/internal/net/gate/check-url'
import { toExitCode } from '@canonist/core/internal/text/coded-error'
import { readCode, readCodes, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'
import { wordsOfUnion } from '../support/source-types.ts'

const PAGE = readText('docs/reference/errors.md')
const KINDS: readonly ErrorKind[] = ['usage', 'invalid', 'missing', 'conflict', 'blocked', 'busy', 'unavailable', 'bug']
const rows = rowsUnder(PAGE, 'code', 'kind', 'retry', 'says', 'fix', 'example')

test('the page has a row for every code of the library', () => {
  assert.deepEqual(
    rows.map(([code]) => readCode(code)),
    Object.keys(ERRORS),
  )
})

test('the page has the exit code of every kind', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'kind', 'means', 'exit code').map(([kind, , exitCode]) => [readCode(kind), Number(exitCode)]),
    KINDS.map((kind) => [kind, toExitCode(kind)]),
  )
})

/** A number or a text between single quotes, with \u escapes. */
function readLiteral(text: string): unknown {
  return JSON.parse(text.startsWith("'") ? `"${text.slice(1, -1)}"` : text)
}

/** Their examples are described, not written out. */
const DESCRIBED = ['policy/unknown', 'url/too-long']
const aboutInput = rows.filter(([code]) => !DESCRIBED.includes(readCode(code)))

for (const [code, , , , , example] of aboutInput) {
  test(`${example} gives ${code}`, () => {
    const input = readLiteral(readCode(example)) as string
    const isLean = readCode(code) === 'url/idna-not-loaded'
    const outcome = isLean ? tryLean(input) : tryNormalize(input)
    assert.equal(outcome.ok ? outcome.url : outcome.code, readCode(code))
    if (!isLean)
      assert.throws(
        () => normalize(input),
        (error) => error instanceof UrlError && error.code === readCode(code),
      )
    if (!isLean && readCode(code) !== 'url/bad-domain') {
      const lean = tryLean(input)
      assert.equal(lean.ok ? lean.url : lean.code, readCode(code))
    }
  })
}

test('a URL of 2,097,153 characters gives url/too-long, and one of 2,097,152 is a URL', () => {
  const longest = `https://example.com/${'a'.repeat(2_097_152 - 20)}`
  const outcome = tryNormalize(`${longest}a`)
  assert.equal(outcome.ok ? outcome.url : outcome.code, 'url/too-long')
  assert.ok(tryNormalize(longest).ok)
})

test("a policy of 'nope' gives policy/unknown", () => {
  const outcome = tryNormalize('https://example.com/', 'nope' as PolicyName)
  assert.equal(outcome.ok ? outcome.url : outcome.code, 'policy/unknown')
})

test('the page says what to do about every class', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'class', 'what to do').map(([group]) => group),
    [...new Set(Object.values(NET_ERRORS).map((entry) => entry.class))],
  )
})

const errors = rowsUnder(PAGE, 'error', 'kind', 'retry', 'says', 'fix', 'classes and codes of the network')

test('the page lists every error of canonicalize, and no other', () => {
  const inCode = wordsOfUnion('packages/web/src/canonicalize/result.ts', 'ErrorCode')
  assert.deepEqual(
    errors.map(([error]) => readCode(error)),
    inCode,
  )
})

/** The error that the page gives for a code of the network. */
function errorOnPage(code: NetErrorCode): string {
  const row = errors.find(
    ([, , , , , from = '']) => readCodes(from).includes(code) || from.split(', ').includes(NET_ERRORS[code].class),
  )
  return readCode(row?.[0])
}

/** What canonicalize makes of one answer of the network. */
async function describeOutcome(answer: FollowResult, options: CanonicalizeOptions = {}): Promise<string> {
  const fetcher: Fetcher = {
    follow: async () => answer,
    fetch: () => Promise.reject(new Error('nobody asks this way')),
    check: () => checkUrl('https://example.com/'),
    close: () => Promise.resolve(),
  }
  const result = await canonicalize('https://example.com/', { ...options, fetcher })
  return result.ok ? result.url : result.error
}

for (const code of Object.keys(NET_ERRORS) as NetErrorCode[]) {
  test(`${code} of the network is ${errorOnPage(code)} of canonicalize`, async () => {
    assert.equal(await describeOutcome({ ok: false, code, message: '', hops: [] }), errorOnPage(code))
  })
}

const answers: readonly (readonly [error: string, status: number, text: string, options: CanonicalizeOptions])[] = [
  ['http_status', 404, 'There is nothing here.', {}],
  ['http_status', 304, '', {}],
  ['empty_body', 200, '', {}],
  ['not_a_feed', 200, '<!doctype html><title>A page</title>', { expect: 'feed' }],
]
for (const [error, status, text, options] of answers) {
  test(`an answer of ${status} with ${JSON.stringify(text)} is ${error} under ${JSON.stringify(options)}`, async () => {
    const body = new TextEncoder().encode(text)
    const answer = { ok: true, url: 'https://example.com/', status, headers: {}, body, isCut: false } as const
    assert.equal(await describeOutcome({ ...answer, totalBytes: body.length, hops: [], ms: 1 }, options), error)
  })
}
