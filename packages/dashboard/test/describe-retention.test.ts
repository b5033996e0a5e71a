import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRetention } from '../src/pages/settings/describe-retention.ts'

const DAY = 86_400_000
const cases = [
  { data: 'pages', keptMs: null, keptRows: null, kept: 'for ever' },
  { data: 'runs', keptMs: 30 * DAY, keptRows: null, kept: '30 days after they ended' },
  { data: 'rejected', keptMs: 365 * DAY, keptRows: null, kept: '1 year after it was last seen' },
  { data: 'counts_by_day', keptMs: 1825 * DAY, keptRows: null, kept: '5 years' },
  { data: 'frontier_log', keptMs: 5000, keptRows: null, kept: '5 s' },
  { data: 'events', keptMs: null, keptRows: 10_000, kept: 'the 10,000 newest' },
] as const
for (const { kept, ...limits } of cases)
  test(`${limits.data}: ${kept}`, () => assert.equal(describeRetention({ ...limits, option: null }).kept, kept))
