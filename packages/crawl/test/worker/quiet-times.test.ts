import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QuietTimes } from '../../src/worker/quiet-times.ts'

test('a worker is quiet only while suspects are waiting, until a claim gives something else', () => {
  const quiet = new QuietTimes()
  assert.equal(quiet.isQuiet(0), false)
  quiet.noteWaiting(3)
  assert.equal(quiet.isQuiet(0), true)
  quiet.noteSuspectClaimed(500)
  assert.equal(quiet.isQuiet(600), true, 'there may be more')
  quiet.noteOthersClaimed(800, false)
  assert.equal(quiet.isQuiet(800), true, 'that claim was made before')
  quiet.noteOthersClaimed(1000, true)
  assert.equal(quiet.isQuiet(1000), false)
})

test('after a quiet time come nine times as long without one', () => {
  const quiet = new QuietTimes()
  quiet.noteWaiting(1)
  quiet.isQuiet(0)
  quiet.noteOthersClaimed(1000, true)
  quiet.noteWaiting(1)
  assert.equal(quiet.isQuiet(9999), false)
  assert.equal(quiet.isQuiet(10_000), true)
})

test('what does not end is not waited for without end, but for longer each time', () => {
  const quiet = new QuietTimes()
  quiet.noteWaiting(1)
  assert.equal(quiet.isQuiet(0), true)
  assert.equal(quiet.isQuiet(59_999), true)
  assert.equal(quiet.isQuiet(60_000), false)
  quiet.noteWaiting(1)
  assert.equal(quiet.isQuiet(599_999), false)
  assert.equal(quiet.isQuiet(600_000), true)
  assert.equal(quiet.isQuiet(719_999), true)
  assert.equal(quiet.isQuiet(720_000), false)
})

test('after ten suspects in a row other URLs have their turn', () => {
  const quiet = new QuietTimes()
  for (let turn = 0; turn < 10; turn += 1) {
    assert.equal(quiet.mayTakeSuspect(), true)
    quiet.noteSuspectClaimed(turn)
  }
  assert.equal(quiet.mayTakeSuspect(), false)
  quiet.noteOthersClaimed(10, false)
  assert.equal(quiet.mayTakeSuspect(), true)
})
