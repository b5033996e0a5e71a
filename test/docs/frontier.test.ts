import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as frontier from 'canonist/frontier'
import { STATES } from '@canonist/crawl/internal/frontier/frontier-state'
import { resolveFrontierSettings } from '@canonist/crawl/internal/frontier/frontier-settings'
import { listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, rowsUnder } from '../support/markdown.ts'
import { testOpenedPart } from '../support/opened-part.ts'
import { readText } from '../support/repository.ts'
import { listMembers } from '../support/source-types.ts'

const PATH = 'docs/reference/frontier.md'
const PAGE = readText(PATH)

testOpenedPart(PAGE, frontier, () => frontier.openFrontier(':memory:'))

test('the page has a row for every reason', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'reason', 'class', 'action', 'kind', 'says', 'fix').map(([reason]) => readCode(reason)),
    Object.keys(frontier.FRONTIER_REASONS),
  )
})

test('the states are those of the code', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'state', 'means').map(([state]) => readCode(state)),
    STATES,
  )
})

test('the options and their defaults are those of the code', () => {
  const rows = rowsUnder(PAGE, 'option', 'default', 'means')
  const members = listMembers('packages/crawl/src/frontier/frontier-options.ts', 'FrontierOptions')
  assert.deepEqual(
    rows.map(([option]) => readCode(option)),
    members,
  )
  const defaults = resolveFrontierSettings({})
  const shown = new Map(rows.map(([option, value = '']) => [readCode(option), value.replaceAll(',', '')]))
  for (const name of ['hostDelayMs', 'leaseMs', 'maxAttempts', 'confirmMissing', 'retryBaseMs'] as const) {
    assert.equal(shown.get(name), String(defaults[name]), name)
  }
  const DAY = 86_400_000
  assert.deepEqual(
    [defaults.hostDeathMs, defaults.recrawl, defaults.keepLogMs],
    [7 * DAY, { firstMs: DAY, minMs: DAY / 24, maxMs: 90 * DAY }, 90 * DAY],
  )
})

testExamples(userFolder(), listExamples(PATH))
