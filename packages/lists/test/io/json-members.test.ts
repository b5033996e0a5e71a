import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { replaceWithin, splitMembers } from '../../src/io/json-members.ts'
import { runs } from '@canonist/test-support/runs.ts'

test('the members, put together again, are the object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1), (object, indent) => {
      const text = JSON.stringify(object, null, indent)
      const members = splitMembers(text)
      assert.deepEqual(
        members.map(({ name }) => name),
        Object.keys(JSON.parse(text)),
      )
      assert.deepEqual(JSON.parse(`{${members.map((member) => member.text).join(',')}}`), JSON.parse(text))
    }),
    runs(100),
  )
})

const replacements: readonly (readonly [text: string, path: string, becomes: string, why: string])[] = [
  ['{"a":1,"b": {"c":"x"} }', 'b.c', '{"a":1,"b": {"c":"new"}}', 'a field within a field'],
  ['{"a":["x",1.0]}', 'a.0', '{"a":["new",1.0]}', 'an item of an array'],
  ['{"a":[1,{"b":["[,]","x"]}]}', 'a.1.b.1', '{"a":[1,{"b":["[,]","new"]}]}', 'within an item'],
  ['[[],["x"]]', '1.0', '[[],["new"]]', 'arrays within an array'],
  ['{"a":"text","a":{"b":"x"}}', 'a.b', '{"a":"text","a":{"b":"new"}}', 'the last of two fields with one name counts'],
  ['{"a":{"0":"x"}}', 'a.0', '{"a":{"0":"new"}}', 'a number may be a name'],
]

for (const [text, path, becomes, why] of replacements) {
  test(`${path} of ${text}: ${why}`, () => {
    assert.equal(replaceWithin(text, path.split('.'), '"new"'), becomes)
  })
}
