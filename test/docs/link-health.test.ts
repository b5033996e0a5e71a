import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as health from 'canonist/health'
import { createObservation } from '@canonist/links/internal/health/observation'
import { HEALTH_RULES } from '@canonist/links/internal/report/health-findings'
import { listExamples, testExamples, userFolder } from '../support/examples.ts'
import { readCode, readCodes, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'

const PATH = 'docs/reference/link-health.md'
const PAGE = readText(PATH)

test('the page has a section for every export, and for no other', () => {
  const headings = [...PAGE.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
  assert.deepEqual(headings.toSorted(), Object.keys(health).toSorted())
})

test('the page lists every verdict with what it says and the fix', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'verdict', 'says', 'fix').map(([verdict, says, fix]) => [readCode(verdict), says, fix]),
    Object.entries(health.HEALTH_VERDICTS).map(([verdict, { says, fix }]) => [verdict, says, fix]),
  )
})

test('the page lists every reason with what it says and the fix', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'reason', 'kind', 'says', 'fix').map(([reason, , says, fix]) => [readCode(reason), says, fix]),
    Object.entries(health.HEALTH_REASONS).map(([reason, { says, fix }]) => [reason, says, fix]),
  )
})

test('the page lists every note with what it says and how bad it is', () => {
  const levels = new Map(HEALTH_RULES.map(({ id, level }) => [id, level]))
  assert.deepEqual(
    rowsUnder(PAGE, 'note', 'says', 'in reports').map(([note, says, level]) => [readCode(note), says, level]),
    Object.entries(health.HEALTH_NOTES).map(([note, says]) => [
      note,
      says,
      levels.get(note.replaceAll('_', '-')) ?? '',
    ]),
  )
})

test('the page says how bad every verdict is', () => {
  const said = /^In reports, (.*)$/m.exec(PAGE)?.[1] ?? ''
  const groups = said.split(/are (error|warning|note)s/)
  for (const { id, level } of HEALTH_RULES.filter(({ id }) =>
    Object.hasOwn(health.HEALTH_VERDICTS, id.replaceAll('-', '_')),
  )) {
    const index = groups.findIndex((group) => readCodes(group).includes(id))
    assert.equal(groups[index + 1], level, id)
  }
})

test('the page speaks of every rule of a report', () => {
  for (const { id } of HEALTH_RULES) assert.ok(PAGE.includes(`\`${id}\``), id)
})

test('the page lists every priority', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'priority', 'checked').map(([priority, often]) => [readCode(priority), often]),
    Object.entries(health.CHECK_PRIORITIES),
  )
})

test('the page lists every field of an observation', () => {
  const fields = rowsUnder(PAGE, 'field', 'holds').flatMap(([names]) => readCodes(names))
  assert.deepEqual(fields, Object.keys(createObservation(0)))
})

test('the page lists every method, and no other', async () => {
  const open = await health.openHealth(':memory:')
  try {
    const methods = Object.entries(open).filter(([, member]) => typeof member === 'function')
    const listed = rowsUnder(PAGE, 'method', 'does').map(([name]) => readCode(name))
    assert.deepEqual(listed.toSorted(), methods.map(([name]) => name).toSorted())
  } finally {
    await open.close()
  }
})

testExamples(userFolder(), listExamples(PATH))
