import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Observation } from '@canonist/client'
import { listTextChanges } from '../src/pages/url/list-text-changes.ts'

const look = (at: string, fingerprint: unknown, drift: string | null = null): Observation =>
  ({ at, fingerprint, drift }) as Observation
const text = (hash: string, words: number, ...figures: string[]) => ({ hash, words, figures, simhash: '0' })

test('a text change has a time, a kind, and its dates and amounts; checks without a text are ignored', () => {
  const looks = [
    look('1', text('a', 100, '1 May', '5 €')),
    look('2', null),
    look('3', text('a', 100, '1 May', '5 €')),
    look('4', { another: 'version' }),
    look('5', text('b', 90, '1 June', '5 €'), 'dates_and_amounts'),
    look('6', text('c', 2), 'emptied'),
  ]
  assert.deepEqual(listTextChanges(looks), [
    { at: '6', drift: 'emptied', words: { before: 90, after: 2 }, removed: ['1 June', '5 €'], added: [] },
    { at: '5', drift: 'dates_and_amounts', words: { before: 100, after: 90 }, removed: ['1 May'], added: ['1 June'] },
  ])
})
