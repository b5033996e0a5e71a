import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Witness } from '../../src/health/witness.ts'

test('a silence is believed as soon as somebody is heard', async () => {
  const witness = new Witness()
  witness.begin()
  witness.begin()
  const silent = witness.confirm()
  witness.heard()
  assert.deepEqual([await silent, await witness.confirm()], [true, true])
})

test('it is not believed when all are found waiting', async () => {
  const witness = new Witness()
  witness.begin()
  witness.begin()
  const both = [witness.confirm(), witness.confirm()]
  assert.deepEqual(await Promise.all(both), [false, false])
})

test('nor when the last of the others has left without having heard anybody', async () => {
  const witness = new Witness()
  witness.begin()
  witness.begin()
  const silent = witness.confirm()
  witness.end()
  assert.equal(await silent, false)
})
