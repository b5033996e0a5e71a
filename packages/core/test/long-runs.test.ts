import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proposeForPaths } from '@canonist/learn/internal/propose/path'
import { importCleanParam, importRemoveParam } from '../src/index.ts'
import { readPathPrefix } from '../src/policy/import/foreign-site.ts'

const LENGTH = 100_000
/** Linear work takes some milliseconds, quadratic work several seconds. */
const MAX_MS = 1000

const run = (char: string): string => `${char.repeat(LENGTH)}x`

const READERS = [
  { why: 'a path prefix of slashes', read: () => readPathPrefix(`/a${run('/')}`) },
  {
    why: 'a Clean-param path of stars',
    read: () => importCleanParam(`Clean-param: a /${run('*')}`, { host: 'e.com' }),
  },
  { why: 'a filter of stars', read: () => importRemoveParam(`||e.com/${run('*')}$removeparam=a`) },
  { why: 'a filter of slashes', read: () => importRemoveParam(`||e.com/a${run('/')}$removeparam=a`) },
  { why: 'paths of slashes', read: () => proposeForPaths(`/a${run('/')}/`, `/a${run('/')}`, []) },
]

describe('a long run of one character in front of another one takes linear time', () => {
  for (const { why, read } of READERS) {
    test(why, () => {
      const before = process.cpuUsage()
      read()
      const { user, system } = process.cpuUsage(before)
      assert.ok((user + system) / 1000 < MAX_MS, `${(user + system) / 1000} ms`)
    })
  }
})

describe('the end of a path prefix', () => {
  const ROWS = [
    { prefix: '/a/', means: '/a' },
    { prefix: '/a///', means: '/a' },
    { prefix: '///', means: '' },
    { prefix: '/a//b/', means: null },
  ]
  for (const { prefix, means } of ROWS) {
    test(`${prefix} -> ${means}`, () => assert.equal(readPathPrefix(prefix), means))
  }
})
