import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Witness } from '../../src/health/witness.ts'

test('a silent host counts as silent as soon as another host responds', async () => {
  const witness = new Witness(async () => false)
  witness.begin()
  witness.begin()
  const silent = witness.confirm()
  witness.noteResponse()
  assert.deepEqual([await silent, await witness.confirm()], [true, true])
})

test('it is not believed when all are found waiting', async () => {
  const witness = new Witness(async () => false)
  witness.begin()
  witness.begin()
  const both = [witness.confirm(), witness.confirm()]
  assert.deepEqual(await Promise.all(both), [false, false])
})

test('nor when the last of the others has left without having heard anybody', async () => {
  const witness = new Witness(async () => false)
  witness.begin()
  witness.begin()
  const silent = witness.confirm()
  witness.end()
  assert.equal(await silent, false)
})

test('it counts as silent if another host responds, which gets one request', async () => {
  let asked = 0
  const witness = new Witness(async () => (asked += 1) > 0)
  witness.begin()
  const answers = [await witness.confirm(), await witness.confirm(), witness.hasResponse]
  assert.deepEqual([answers, asked], [[true, true, true], 1])
})

test('others who were silent are not asked again', async () => {
  let asked = 0
  const witness = new Witness(async () => (asked += 1) < 1)
  witness.begin()
  assert.deepEqual([await witness.confirm(), await witness.confirm(), asked], [false, false, 1])
})

test('while other hosts are requested, another one may respond', async () => {
  const others = Promise.withResolvers<boolean>()
  const witness = new Witness(() => others.promise)
  witness.begin()
  const silent = witness.confirm()
  witness.begin()
  witness.noteResponse()
  others.resolve(false)
  assert.equal(await silent, true)
})
