import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateWork } from '../../src/policy/estimate-work.ts'

const strip = (...patterns: string[]): object => ({ query: { strip: patterns } })
const rewrites = (...matches: string[]): object => ({ rewrites: matches.map((match) => ({ match, to: '/b' })) })

test('names cost nothing, whatever the URL', () => assert.equal(estimateWork(strip('ref', 'source'), 100_000), 0))

test('the example of the documentation holds', () => assert.equal(estimateWork(strip('utm_*'), 1000), 8000))

interface Comparison {
  readonly why: string
  readonly cheap: Parameters<typeof estimateWork>
  readonly dear: Parameters<typeof estimateWork>
}

const dearer: readonly Comparison[] = [
  { why: 'a longer URL has more names', cheap: [strip('a*'), 100], dear: [strip('a*'), 1000] },
  { why: 'a glob of more parts', cheap: [strip('a*'), 100], dear: [strip('a*b*c'), 100] },
  { why: 'more globs', cheap: [strip('a*'), 100], dear: [strip('a*', 'b*'), 100] },
  { why: 'globs of query.except', cheap: [{}, 100], dear: [{ query: { except: ['a.example/*'] } }, 100] },
  { why: 'an expression that tries more ways', cheap: [rewrites('^/a*b$'), 500], dear: [rewrites('^/a*a*b$'), 500] },
  { why: 'rewrites that follow one another', cheap: [rewrites('^/a*b$'), 500], dear: [rewrites('^/a*b$', '/c'), 500] },
]
for (const { why, cheap, dear } of dearer) {
  test(`costs more: ${why}`, () => assert.ok(estimateWork(...cheap) < estimateWork(...dear)))
}

test('beyond the longest text that an expression is run on, a longer path costs no more', () => {
  assert.equal(estimateWork(rewrites('^/a*a*b$'), 4096), estimateWork(rewrites('^/a*a*b$'), 100_000))
})
