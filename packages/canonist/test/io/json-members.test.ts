import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { splitMembers } from '../../src/io/json-members.ts'

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
  )
})
