import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from '@canonist/learn/internal/logs/detect-format'
import { LOG_FORMATS } from '@canonist/learn/internal/logs/log-format'
import { FIELD_NAMES } from '@canonist/learn/internal/logs/record-fields'
import { readCode, readCodes, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'

const PAGE = readText('docs/reference/crawl-logs.md')

test('the page lists the formats of crawl logs', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'format', 'is').map(([format, what]) => [readCode(format), what]),
    Object.entries(LOG_FORMATS),
  )
})

test('the page lists every name of a field', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'field', 'also called').map(([field, names]) => [readCode(field), readCodes(names)]),
    Object.entries(FIELD_NAMES),
  )
})

for (const [format, line] of rowsUnder(PAGE, 'format', 'first line'))
  test(`${line} is taken for ${format}`, () => {
    assert.equal(detectFormat(readCode(line), 'a.log'), readCode(format))
  })
