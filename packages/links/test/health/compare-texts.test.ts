import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareTexts, type DatedText } from '../../src/health/text-pairs.ts'
import { findFigures } from '../../src/health/figures.ts'
import { createFingerprint } from '../../src/health/fingerprint.ts'
import type { Drift } from '../../src/health/words.ts'
import { prose } from './support/pages.ts'
import { cpuMsSince } from '@canonist/test-support/cpu-time.ts'

const NOW = Date.UTC(2026, 10, 16)
const DAY = 24 * 60 * 60 * 1000

const textAt = (at: number, text: string): DatedText => ({ at, fingerprint: createFingerprint(text) })

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
  ['Del 1 al 31 de marzo', 'date 3-1', 'date 3-31'],
  ['del 1 al 31 de marzo de 2026', 'date 2026-3-1', 'date 2026-3-31'],
  ['los días 5 y 7 de mayo', 'date 5-5', 'date 5-7'],
  ['1-31 March 2026', 'date 2026-3-1', 'date 2026-3-31'],
  ['Convocatoria de marzo de 2026', 'date 2026-3'],
  ['in March 2026', 'date 2026-3'],
  ['hasta las 14:00 horas', 'time 14:00'],
  ['de 9:00 a 14.30 h', 'time 14:30', 'time 9:00'],
  ['Hora oficial: 14:03:22'],
  ['Fecha y hora oficial a las 14:03'],
  ['16/11/2026 14:03', 'date 2026-11-16'],
  ['en el plazo de diez días', 'term 10 días'],
  ['un mes', 'term 1 mes'],
  ['Última actualización: marzo de 2026'],
  ['avant le 31 mars 2027', 'date 2027-3-31'],
  ['du 1er au 31 août', 'date 8-1', 'date 8-31'],
  ['dans un délai de 15 jours', 'term 15 jours'],
  ['até 3 de março de 2027', 'date 2027-3-3'],
  ['fins al 15 d’abril de 2027', 'date 2027-4-15'],
  ['bis zum 15. März 2027', 'date 2027-3-15'],
  ['innerhalb von vierzehn Tagen', 'term 14 tagen'],
  ['entro trenta giorni', 'term 30 giorni'],
  ['entro il 3 maggio 2027', 'date 2027-5-3'],
  ['Dernière mise à jour le 3 mai 2027'],
  ['Zuletzt geändert am 3. Mai 2027'],
  ['article 12 of law 39/2015'],
  ['call 900 123 456'],
]

for (const [text, ...figures] of FIGURES) {
  test(`${text} -> ${figures.join(', ') || 'no figure'}`, () => assert.deepEqual(findFigures(text), figures))
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
    const actual = compareTexts(textAt(NOW, before), textAt(NOW, after))
    // Of two short texts only that nothing was emptied is known.
    if (before.length < 20) assert.notEqual(actual, 'emptied')
    else assert.equal(actual, drift)
  })
}

const DATED: readonly (readonly [why: string, before: string, days: number, after: string, drift: Drift])[] = [
  [
    'a deadline that is near at one look',
    'Until 17 November 2026. Visits: a',
    4,
    'Until 17 November 2026. Visits: b',
    'boilerplate',
  ],
  ['a page that writes the date', 'Today is 16 November 2026', 4, 'Today is 20 November 2026', 'boilerplate'],
  ['a page that writes the month', 'November 2026', 30, 'December 2026', 'boilerplate'],
  [
    'a deadline that was put off on its day',
    'Until 16 November 2026',
    1,
    'Until 30 November 2026',
    'dates_and_amounts',
  ],
  ['other days of a month', 'Del 1 al 31 de marzo', 4, 'Del 5 al 31 de marzo', 'dates_and_amounts'],
  ['another time of day', 'hasta las 14:00 horas', 4, 'hasta las 15:00 horas', 'dates_and_amounts'],
  ['another number in words', 'diez días', 4, 'quince días', 'dates_and_amounts'],
  ['another month', 'Marzo de 2026', 4, 'Abril de 2026', 'dates_and_amounts'],
]

for (const [why, before, days, after, drift] of DATED) {
  test(`${why}, ${days} days later -> ${drift}`, () => {
    const first = textAt(NOW, `${prose(1, 300)} ${before}`)
    assert.equal(compareTexts(first, textAt(NOW + days * DAY, `${prose(1, 300)} ${after}`)), drift)
  })
}

test('hostile text takes its length', () => {
  for (const piece of [
    '1 ',
    '1.',
    '3 de ',
    '€ ',
    '1,',
    '9 may ',
    'updated ',
    '12/',
    '1 al ',
    'marzo ',
    'dos ',
    'a 9:',
  ]) {
    const start = process.cpuUsage()
    createFingerprint(piece.repeat(200_000))
    assert.ok(cpuMsSince(start) < 5000, piece)
  }
})
