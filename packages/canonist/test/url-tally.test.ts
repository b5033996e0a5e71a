import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UrlTally } from '../src/cli/output/url-tally.ts'
import { createNetworkFailure } from '../src/cli/output/create-network-failure.ts'

const failure = (code: string, detail?: string) => ({ code, detail, isSilent: false, rejection: null })

test('a list with failures says why: counts by code, and the first URL of each', () => {
  const tally = new UrlTally('resolved', 10)
  for (let index = 0; index < 4; index += 1) tally.count(`https://good.example/${index}`, null)
  tally.count('https://b.example/private', failure('robots_disallowed'))
  for (let index = 0; index < 4; index += 1)
    tally.count(`https://a.example/${index}`, failure('total_timeout', 'after 30 s'))
  tally.count('https://ada:secret@b.example/private/2', failure('robots_disallowed'))
  assert.equal(
    tally.summarize(),
    'canonist: 10 URLs: 4 resolved, 6 failed (4 total_timeout, 2 robots_disallowed). ' +
      'First: https://b.example/private (robots_disallowed), https://a.example/0 (total_timeout after 30 s)',
  )
})

test('a timeout is shown with its unit', () => {
  const { detail } = createNetworkFailure({ code: 'total_timeout', message: '' }, { timeout: 1500 })
  assert.equal(detail, 'after 1500 ms')
  assert.equal(createNetworkFailure({ code: 'total_timeout', message: '' }, { timeout: 30_000 }).detail, 'after 30 s')
})

test('a password in a URL is not shown', () => {
  const tally = new UrlTally('resolved', 1)
  tally.count('https://ada:secret@b.example/', failure('userinfo_blocked'))
  assert.doesNotMatch(tally.summarize(), /secret/)
})

test('an interrupted list says how many are left', () => {
  const tally = new UrlTally('resolved', 40)
  tally.count('https://a.example/', null)
  tally.leave()
  tally.isInterrupted = true
  assert.equal(tally.summarize(), 'canonist: interrupted, 39 left; 1 URL: 1 resolved')
})

test('an interrupted list of unknown length says how many are left at least', () => {
  const tally = new UrlTally('resolved', null)
  tally.leave()
  tally.leave()
  tally.isInterrupted = true
  assert.equal(tally.summarize(), 'canonist: interrupted, at least 2 left; 0 URLs: 0 resolved')
})
