import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeReport } from '../src/ui/describe-report.ts'

const NONE = { merges: { count: 0, pages: 0, examples: [] }, splits: { count: 0, into: 0, examples: [] } }

for (const [why, report, text] of [
  ['nothing changes', { pages: 0, changed: 0, ...NONE }, 'No registered page would change.'],
  [
    'only keys change',
    { pages: 100_000, changed: 8094, ...NONE },
    '8,094 of 100,000 pages would get another key. None would merge or split.',
  ],
  [
    'pages merge',
    { pages: 100, changed: 50, ...NONE, merges: { count: 25, pages: 50, examples: [] } },
    '50 of 100 pages would get another key. 50 pages would merge into 25.',
  ],
  [
    'one page splits',
    { pages: 1, changed: 1, ...NONE, splits: { count: 1, into: 2, examples: [] } },
    '1 of 1 page would get another key. 1 page would split into 2.',
  ],
] as const)
  test(`${why}: "${text}"`, () => assert.equal(describeReport(report), text))
