import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cleanliness, definePolicy, normalize } from '../../src/index.ts'
import { MAX_STEPS, findWorkFault } from '../../src/policy/expression-work.ts'
import { MAX_TESTED_TEXT_LENGTH, NAME_BOUNDS } from '../../src/policy/pattern.ts'
import { FIRST_RUN_BOUNDS, TEXT_BOUNDS } from '../../src/policy/rewrite-template.ts'
import { define } from '@canonist/test-support/policies.ts'
import { fuzzExpressions } from './random-expression.ts'

/** A quiet machine takes a fifth of it. */
const MAX_MS = 1000

const rewrite = (match: string, to = '/b'): object => ({ rewrites: [{ match, to }] })

describe('choices and repetitions are bounded together', () => {
  const REFUSED = [
    { why: 'ten choices before two repetitions', source: `^/${'(?:a|a)'.repeat(10)}.*.*b$` },
    { why: 'optional characters before two repetitions', source: `^/${'a?'.repeat(10)}.*.*b$` },
    { why: 'three repetitions', source: '^/.*.*.*b$' },
    { why: 'ranges in a row', source: `^/${'a{0,99}'.repeat(6)}b$` },
    { why: 'choices in choices', source: `^/${'(?:a|(?:a|(?:a|a)))'.repeat(16)}$` },
    { why: 'many choices', source: `^/${'(?:a|a)'.repeat(30)}$` },
    { why: 'choices that the interpreter runs once, on any text', source: `^/${'(?:|)'.repeat(21)}b$` },
    { why: 'turns that the engine counts', source: `^/a+aaaa${'(?:|.[ab]{30}[^b]aaa)'.repeat(8)}aaaab$` },
    { why: 'a long text behind two repetitions', source: `^/.*.*${'a'.repeat(100)}b$` },
    { why: 'repetitions in a look-ahead', source: '^/(?=.*.*b).*$' },
    ...['(?=())', '(?!(?!))', '(?=)', '()', '(?:)', '(?:|)', '\\B'].map((part) => ({
      why: `${part} a hundred times behind two repetitions`,
      source: `^/.*.*aaaa${part.repeat(100)}aaaab$`,
    })),
    { why: 'two repetitions in many groups', source: `^/${'('.repeat(90)}.*.*${')'.repeat(90)}aaaab$` },
    { why: 'a repeated group that chooses', source: '^/(?:a|a){20}$' },
  ]
  for (const { why, source } of REFUSED) {
    test(`refused: ${source.slice(0, 60)} (${why})`, () => assert.throws(() => define(rewrite(source)), /time|work/))
  }

  const ACCEPTED = [
    { why: 'two repetitions', source: '^/(.*)/(.*)/index\\.html$' },
    {
      why: 'many alternatives of one choice',
      source: `^/(${Array.from({ length: 300 }, (_, n) => `w${n}`).join('|')})/(.*)$`,
    },
    { why: 'ten choices and one repetition', source: `^/${'(?:a|a)'.repeat(10)}.*b$` },
    { why: 'a repeated group without choices', source: '^/(?:ab)*c$' },
    { why: 'counts', source: '^/[0-9]{4}/[0-9]{2}/[a-z]{1,20}$' },
  ]
  for (const { why, source } of ACCEPTED) {
    test(`accepted: ${source.slice(0, 60)} (${why})`, () => assert.doesNotThrow(() => define(rewrite(source))))
  }

  const EMPTY_PARTS = [
    '()',
    '(?:)',
    '(?=)',
    '(?!)',
    '(?<=)',
    '(?<!)',
    '(?<n>)',
    '(?=())',
    '^',
    '$',
    '\\b',
    '\\B',
    '()?',
    '()*',
  ]
  for (const part of EMPTY_PARTS) {
    test(`${part} takes no text, but a step`, () => {
      const bounds = { longest: 10, mostSteps: 1 }
      assert.equal(findWorkFault('^', bounds), null)
      assert.match(findWorkFault(`^${part}`, bounds) ?? '', /work/)
    })
  }

  test('a parameter name is not tested with many empty groups', () => {
    assert.throws(() => define({ query: { strip: [`/^.*.*aaaa${'(?=())'.repeat(200)}aaaab/`] } }), /work/)
  })

  test('a pattern without ^ begins at every character, which counts', () => {
    assert.equal(findWorkFault('^a*b*(?:c|d|e)$', NAME_BOUNDS), null)
    assert.match(findWorkFault('a*b*(?:c|d|e|f|g|h|i|j)$', NAME_BOUNDS) ?? '', /put \^ in front/)
    assert.match(findWorkFault('^x|a*b*(?:c|d|e|f|g|h|i|j)$', NAME_BOUNDS) ?? '', /put \^ in front/)
  })
})

describe('accepted expressions are fast on hostile texts', () => {
  test('random ones', async (t) => {
    const tally = await fuzzExpressions({ seed: 1, cases: 600 }, MAX_MS)
    t.diagnostic(JSON.stringify(tally))
    assert.ok((tally['accepted'] ?? 0) > 300)
  })

  test('templates with digits in several segments', () => {
    const policy = define(rewrite('/$1-$2-#3/$4-$5-#6/$7-$8-#9', '/x/$1'))
    const segment = '1-'.repeat(680)
    const before = process.cpuUsage()
    normalize(`https://e.com/${segment}1/${segment}1/${segment}x`, policy)
    assert.ok(process.cpuUsage(before).user < MAX_MS * 1000)
  })

  test('patterns that are passed to cleanliness are checked, too', () => {
    const url = `https://e.com/?${'a'.repeat(60)}`
    assert.throws(() => cleanliness(url, { tracking: ['/(a+)+b/'] }), { name: 'PolicyError', path: 'tracking[0]' })
    assert.throws(() => cleanliness(url, { tracking: ['/(/'] }), { name: 'PolicyError', path: 'tracking[0]' })
    assert.equal(cleanliness('https://e.com/?x', { tracking: ['/^x$/'] }), cleanliness('https://e.com/?gclid'))
  })
})

test('the bounds are those of the longest texts', () => {
  assert.deepEqual(TEXT_BOUNDS, { longest: MAX_TESTED_TEXT_LENGTH, mostSteps: MAX_STEPS })
  assert.deepEqual(FIRST_RUN_BOUNDS, { longest: 1000, mostSteps: MAX_STEPS / 16 })
  assert.equal(NAME_BOUNDS.mostSteps * (MAX_TESTED_TEXT_LENGTH / NAME_BOUNDS.longest), MAX_STEPS)
})

for (const [field, spec] of Object.entries({
  'query.strip[0]': { name: 'huge', query: { strip: [`/^${'.'.repeat(50_000)}$/`] } },
  'rewrites[0].match': { name: 'huge', rewrites: [{ match: `^/${'.'.repeat(50_000)}$`, to: '/x' }] },
})) {
  test(`${field}: an expression that the engine cannot compile is refused with the policy, not met by the first URL`, () => {
    assert.throws(() => definePolicy(spec), {
      name: 'PolicyError',
      message: `${field} is not a regular expression: Regular expression too large.`,
    })
  })
}
