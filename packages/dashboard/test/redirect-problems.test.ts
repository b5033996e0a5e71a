import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRedirectProblems } from '../src/pages/frontier/list-redirect-problems.ts'

test('redirect problems are summed over states, most frequent first; other reasons are left out', () => {
  const totals = [
    { state: 'dead', reason: 'redirect_loop', urls: 2 },
    { state: 'retry', reason: 'too_many_redirects', urls: 3 },
    { state: 'dead', reason: 'too_many_redirects', urls: 4 },
    { state: 'dead', reason: 'timeout', urls: 9 },
    { state: 'pending', reason: null, urls: 9 },
    { state: 'dead', reason: 'redirect_to_login', urls: 0 },
  ]
  assert.deepEqual(
    listRedirectProblems(totals).map(({ reason, urls }) => [reason, urls]),
    [
      ['too_many_redirects', 7],
      ['redirect_loop', 2],
    ],
  )
})
