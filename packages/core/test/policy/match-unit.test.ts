import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, tryNormalize } from '../../src/index.ts'
import { createUnitMatcher, type UnitTemplate, type UnitVariable } from '../../src/policy/match-unit.ts'

const TAKES = ['digits', 'some', 'any'] as const
const SOURCES: Readonly<Record<UnitVariable['takes'], string>> = {
  digits: '([0-9]+)',
  some: '([^/?&]+?)',
  any: '([^/?&]*?)',
  rest: '(.*)',
}

/** What the template means, in a time that no one should wait for. */
function matchSlowly({ start, variables }: UnitTemplate, text: string): string[] | null {
  const source = variables.map(({ takes, literal }) => SOURCES[takes] + literal)
  return new RegExp(`^${start}${source.join('')}$`, 's').exec(text)?.slice(1) ?? null
}

/** Matches within a longer text, so that a matcher that reads beyond its offsets is found out. */
function matchWithin(template: UnitTemplate, text: string): string[] | null {
  const [before, after] = ['1a-/', '-a10']
  const whole = before + text + after
  const spans = new Int32Array(2 * template.variables.length)
  const [from, end] = [before.length, before.length + text.length]
  if (!createUnitMatcher(template)(whole, from, end, spans, 0)) return null
  return template.variables.map((_, at) => whole.slice(spans[2 * at], spans[2 * at + 1]))
}

/** The same numbers in every run. */
function createChance(): (below: number) => number {
  let state = 1
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

test('a template for a segment matches what the expression with its meaning matches (50,000 random pairs)', () => {
  const chance = createChance()
  const word = (least: number, most: number, letters = '01a-'): string =>
    Array.from({ length: least + chance(most - least + 1) }, () => letters.charAt(chance(letters.length))).join('')
  let matches = 0
  for (let round = 0; round < 50_000; round += 1) {
    const hasRest = chance(6) === 0
    const variables: UnitVariable[] = Array.from({ length: chance(3) }, () => ({
      takes: TAKES[chance(3)] ?? 'any',
      literal: word(0, 2),
    }))
    variables.push(hasRest ? { takes: 'rest', literal: '' } : { takes: TAKES[chance(3)] ?? 'any', literal: word(0, 2) })
    const template = { start: word(0, 2), variables }
    const text = word(0, 9, hasRest ? '01a-/' : '01a-')
    const expected = matchSlowly(template, text)
    if (expected !== null) matches += 1
    assert.deepEqual(matchWithin(template, text), expected, JSON.stringify({ template, text }))
  }
  assert.ok(matches > 1000, `only ${matches} matched`)
})

test('a template with three variables in a segment takes no time on a hostile path', () => {
  const policy = definePolicy({ name: 'hostile', rewrites: [{ match: '/*1*1#1', to: '/b/$1' }] })
  const url = `https://example.com/${'1'.repeat(4000)}a`
  const started = performance.now()
  assert.equal(tryNormalize(url, policy).ok, true)
  // A regular expression took 17 seconds.
  assert.ok(performance.now() - started < 1000)
})
