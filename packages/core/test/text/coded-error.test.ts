import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorEntry } from '@canonist/core'
import { CodedError, toExitCode, toHttpStatus } from '../../src/text/coded-error.ts'

const TABLE = {
  'tea/cold': { kind: 'busy', retry: true, says: 'The tea is cold.', fix: 'Wait for the next pot.' },
} as const satisfies Record<string, ErrorEntry>

test('a message is the thing, the problem, more about it, and the fix', () => {
  const error = new CodedError(TABLE, 'tea/cold', { thing: 'pot 3', detail: '21 °C' })
  assert.equal(error.message, 'pot 3: The tea is cold. (21 °C) Wait for the next pot.')
  assert.deepEqual(
    [error.code, error.kind, error.retry, error.fix],
    ['tea/cold', 'busy', true, 'Wait for the next pot.'],
  )
})

test('without a thing the message begins with the problem', () => {
  assert.equal(new CodedError(TABLE, 'tea/cold').message, 'The tea is cold. Wait for the next pot.')
})

test('words that know more replace those of the table, and the cause is kept', () => {
  const cause = new Error('kettle')
  const error = new CodedError(TABLE, 'tea/cold', { says: 'The tea is ice.', fix: 'Heat it.', cause })
  assert.equal(error.message, 'The tea is ice. Heat it.')
  assert.equal(error.fix, 'Heat it.')
  assert.equal(error.cause, cause)
})

test('exit codes and statuses follow from the kind', () => {
  assert.deepEqual([toExitCode('usage'), toExitCode('unavailable')], [2, 3])
  assert.deepEqual([toHttpStatus('missing'), toHttpStatus('busy'), toHttpStatus('bug')], [404, 503, 500])
})
