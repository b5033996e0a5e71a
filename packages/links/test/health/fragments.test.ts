import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findLostFragments, readFragment, hashFragments, isSameFragment } from '../../src/health/fragments.ts'

describe('the fragment of a link', () => {
  for (const [link, fragment] of [
    ['https://e.com/a#uno', '#uno'],
    ['https://e.com/a#', null],
    ['https://e.com/a', null],
    ['https://e.com/#/route#x', '#/route#x'],
  ] as const)
    test(`${link} -> ${fragment}`, () => assert.equal(readFragment(link), fragment))
})

describe('fragments that lead nowhere', () => {
  const anchors = new Set(['uno', 'café', 'user-content-readme'])
  for (const [fragment, isLost] of [
    ['#uno', false],
    ['#dos', true],
    ['#Uno', true],
    ['#caf%C3%A9', false],
    ['#readme', false],
    ['#%E9', true],
    ['#top', false],
    ['#/uno', false],
    ['#!uno', false],
    ['#:~:text=dos', false],
  ] as const)
    test(`${fragment} is ${isLost ? 'lost' : 'there'}`, () =>
      assert.deepEqual(findLostFragments([fragment], anchors), isLost ? [fragment] : []))
})

test('fragments are compared without their escapes, and hashed in any order', () => {
  assert.equal(isSameFragment('#caf%C3%A9', '#café'), true)
  assert.equal(isSameFragment('#a', '#A'), false)
  assert.equal(hashFragments(['#a', '#b']), hashFragments(['#b', '#a']))
  assert.notEqual(hashFragments(['#a']), hashFragments(['#a', '#b']))
})
