import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Observation } from '@canonist/client'
import { summarizeFailures } from '../src/pages/url/summarize-failures.ts'

const look = (day: number, status: number, failure: string | null = null): Observation =>
  ({ at: new Date(Date.UTC(2026, 8, day, 12)).toISOString(), status, failure, missing: null }) as Observation

test('a past failure shows its date, and when the page recovered', () => {
  assert.equal(summarizeFailures([look(10, 200), look(12, 503), look(14, 200)]), '503 on 12 Sept, back 2 days later')
})
test('a lasting failure shows when it began', () => {
  assert.equal(summarizeFailures([look(10, 200), look(12, 404), look(13, 404)]), '404 since 12 Sept')
})
test('a failure without a status is named', () => {
  assert.equal(summarizeFailures([look(12, 0, 'connect_refused')]), 'connect refused since 12 Sept')
})
test('no failure, no summary', () => {
  assert.equal(summarizeFailures([look(10, 200)]), null)
})
