import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GAPS, LINK_VERDICTS } from '@canonist/links/internal/files/cite/citation'
import { createFieldMatcher } from '@canonist/links/internal/files/field-pattern'
import { MAX_BYTES } from '@canonist/links/internal/files/link-file'
import { ENDINGS } from '@canonist/links/internal/files/read/formats'
import { MAX_DEPTH } from '@canonist/links/internal/files/read/nesting'
import { FIELD_RULE_IDS, REQUESTED_RULE_IDS, RULES, SOURCE_RULE_IDS } from '@canonist/links/internal/files/rules'
import { REPORT_FORMATS } from '@canonist/links/internal/report/formats'
import { readCode, readCodes, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'
import { listMembers } from '../support/source-types.ts'

const PAGE = readText('docs/reference/validate.md')

test('the rules are those of the code, with their levels', () => {
  const rows = rowsUnder(PAGE, 'rule', 'level', 'reported', 'needs', 'finds')
  assert.deepEqual(
    rows.map(([id, level, reported, , summary]) => ({ id: readCode(id), summary, level, reported })),
    RULES.map(({ id, summary, level }) => ({ id, summary, level, reported: describeReported(id) })),
  )
})

function describeReported(rule: string): string {
  if (FIELD_RULE_IDS.has(rule)) return 'with `--field`'
  if (SOURCE_RULE_IDS.has(rule)) return 'for sources'
  return REQUESTED_RULE_IDS.has(rule) ? 'on request' : 'always'
}

test('the endings and limits are those of the code', () => {
  const rows = rowsUnder(PAGE, 'ending', 'format', 'limit in MiB', 'an entry is')
  const endings = rows.flatMap(([cell, , most]) => readCodes(cell).map((ending) => [ending, Number(most) * 2 ** 20]))
  assert.deepEqual(
    endings,
    Object.entries(ENDINGS).map(([ending, format]) => [`.${ending}`, MAX_BYTES[format]]),
  )
  assert.ok(PAGE.includes(`nested deeper than ${MAX_DEPTH.toLocaleString('en')} levels`))
})

test('the formats of the report are those of the code', () => {
  const rows = rowsUnder(PAGE, '`--format`', 'output').map(([format]) => readCode(format))
  assert.deepEqual(rows, Object.keys(REPORT_FORMATS))
})

test('the patterns mean what the page says', () => {
  const meant: Readonly<Record<string, readonly (readonly (string | number)[])[]>> = {
    fuente_url: [['fuente_url'], ['a', 'fuente_url']],
    '*_url': [['fuente_url'], ['a', 'otra_url']],
    'fuentes.url': [
      ['fuentes', 'url'],
      ['fuentes', 3, 'url'],
    ],
    'fuentes.*': [['fuentes', 'x']],
    '**.fuente.url': [['a', 'b', 'fuente', 'url']],
    'a\\.b': [['a.b']],
  }
  const listed = rowsUnder(PAGE, 'pattern', 'means').map(([pattern]) => readCode(pattern))
  assert.deepEqual(listed, Object.keys(meant))
  for (const [pattern, paths] of Object.entries(meant)) {
    for (const path of paths) assert.ok(createFieldMatcher([pattern])(path), `${pattern} ${path.join(' ')}`)
    assert.ok(!createFieldMatcher([pattern])(['x', 'y']), pattern)
  }
})

test('the verdicts and gaps are those of the code', () => {
  const readTable = (head: string): Record<string, string | undefined> =>
    Object.fromEntries(rowsUnder(PAGE, head, 'means').map(([word, means]) => [readCode(word), means]))
  assert.deepEqual(readTable('citation verdict'), LINK_VERDICTS)
  assert.deepEqual(
    rowsUnder(PAGE, 'gap', 'says', 'fix').map(([gap, says, fix]) => [readCode(gap), says, fix]),
    Object.entries(GAPS).map(([gap, { says, fix }]) => [gap, says, fix]),
  )
})

test('the fields of a citation and of a link are those of the code', () => {
  const source = 'packages/links/src/files/cite/citation.ts'
  const listed = rowsUnder(PAGE, 'field of a citation', 'means')
  const inCode = listMembers(source, 'Citation').filter((name) => name !== 'topic')
  assert.deepEqual(
    listed.map(([field]) => readCode(field)),
    inCode,
  )
  const [cited, links, gap] = listed.map(([, means]) => readCodes(means))
  const withPlace = listMembers(source, 'CitedLink').flatMap((name) => (name === 'place' ? ['line', 'column'] : [name]))
  assert.deepEqual(links, withPlace)
  assert.deepEqual(
    cited?.filter((code) => code !== 'null'),
    listMembers(source, 'Cited'),
  )
  assert.deepEqual(
    gap?.filter((code) => code !== 'null'),
    listMembers(source, 'Gap'),
  )
})
