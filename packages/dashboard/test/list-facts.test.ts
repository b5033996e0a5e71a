import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFacts } from '../src/pages/runs/list-facts.ts'

for (const [why, value, facts] of [
  ['numbers are grouped', { seen: 2_200_000 }, [['Seen', '2,200,000']]],
  ['names are words', { pagesNew: 1 }, [['Pages new', '1']]],
  [
    'a result inside a result has both names',
    { rows: { read: 5, bad: 0 } },
    [
      ['Rows read', '5'],
      ['Rows bad', '0'],
    ],
  ],
  ['a list is one line', { hosts: ['a.example', 'b.example'] }, [['Hosts', 'a.example, b.example']]],
  ['what is not set is left out', { limit: null, names: [] }, []],
  ['a switch is yes or no', { dryRun: false }, [['Dry run', 'no']]],
] as const)
  test(`${why}: ${JSON.stringify(value)}`, () =>
    assert.deepEqual(
      listFacts(value).map(({ name, text }) => [name, text]),
      facts,
    ))
