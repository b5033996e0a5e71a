import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driftBetween } from '../../src/health/drift.ts'
import { findFigures } from '../../src/health/figures.ts'
import { fingerprintOf } from '../../src/health/fingerprint.ts'
import type { Drift } from '../../src/health/words.ts'
import { prose } from './support/pages.ts'

const NOW = Date.UTC(2026, 10, 16)

const FIGURES: readonly (readonly [text: string, ...figures: string[]])[] = [
  ['hasta el 3 de mayo de 2026', 'date 2026-5-3'],
  ['until 3 May 2026', 'date 2026-5-3'],
  ['until May 3, 2026', 'date 2026-5-3'],
  ['03/05/2026', 'date 2026-5-3'],
  ['2026-05-03', 'date 2026-5-3'],
  ['del 1 de enero al 31 de marzo', 'date 1-1', 'date 3-31'],
  ['1.200,50 €', 'amount 1200.50'],
  ['€1,200.50', 'amount 1200.50'],
  ['1200,5 euros', 'amount 1200.50'],
  ['15.876 euros al año', 'amount 15876'],
  ['el 21 % de IVA', 'share 21'],
  ['en el plazo de 15 días hábiles', 'term 15 días'],
  ['within 3 months', 'term 3 months'],
  ['Última actualización: 3 de mayo de 2026'],
  ['Last updated on 3 May 2026'],
  ['hoy es 16 de noviembre de 2026'],
  ['article 12 of law 39/2015'],
  ['call 900 123 456'],
]

for (const [text, ...figures] of FIGURES) {
  test(`${text} -> ${figures.join(', ') || 'no figure'}`, () => assert.deepEqual(findFigures(text, NOW), figures))
}

const TEXT = `${prose(1, 150)} The grant is 1.200 euros until 3 May 2026. ${prose(2, 150)}`
const CASES: readonly (readonly [why: string, before: string, after: string, drift: Drift | null])[] = [
  ['the same', TEXT, TEXT, null],
  ['other spaces and capitals', TEXT, TEXT.toUpperCase().replaceAll(' ', '\n'), null],
  ['another amount', TEXT, TEXT.replace('1.200', '900'), 'dates_and_amounts'],
  ['another deadline', TEXT, TEXT.replace('3 May', '4 June'), 'dates_and_amounts'],
  ['a sentence more', TEXT, `${TEXT} We use cookies to make this site better.`, 'boilerplate'],
  ['when it was updated', `${TEXT} Updated on 1 May 2026`, `${TEXT} Updated on 2 May 2026`, 'boilerplate'],
  ['another text', TEXT, prose(3, 300), 'rewrite'],
  ['nothing', TEXT, '', 'emptied'],
  ['a remnant', TEXT, 'This page is being prepared.', 'emptied'],
  ['a page that was always nearly empty', 'Loading', 'Loading app', 'boilerplate'],
]

for (const [why, before, after, drift] of CASES) {
  test(`${why} -> ${drift}`, () => {
    const [first, second] = [fingerprintOf(before, NOW), fingerprintOf(after, NOW)]
    const actual = driftBetween(first, second)
    // Of two short texts only that nothing was emptied is known.
    if (before.length < 20) assert.notEqual(actual, 'emptied')
    else assert.equal(actual, drift)
  })
}

test('hostile text takes its length', () => {
  for (const piece of ['1 ', '1.', '3 de ', '€ ', '1,', '9 may ', 'updated ', '12/']) {
    const start = performance.now()
    fingerprintOf(piece.repeat(200_000), NOW)
    assert.ok(performance.now() - start < 5000, piece)
  }
})
