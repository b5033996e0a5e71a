import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatGithubReport } from '../../src/report/github.ts'
import { formatJsonReport } from '../../src/report/json.ts'
import { formatTextReport } from '../../src/report/text.ts'
import { HOSTILE, MOVED, PLACE, createReport, TRACKED } from './support.ts'

const hostile = {
  ...TRACKED,
  message: `message ${HOSTILE}`,
  url: HOSTILE,
  place: { ...PLACE, file: HOSTILE },
}
// What a terminal obeys, but for the line break at the end of a line.
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

describe('text', () => {
  test('a finding is a line that editors can open', () => {
    assert.equal(
      formatTextReport(createReport(TRACKED)),
      'data/imv.json:4:18: warning: utm_source is left in; write https://boe.es/a [tracking-left]\n',
    )
  })

  test('a finding about a page begins with its URL', () => {
    assert.equal(
      formatTextReport(createReport(MOVED)),
      'https://sepe.es/a: note: it moved to https://sepe.es/b [moved]\n',
    )
  })

  test('no findings give no text', () => assert.equal(formatTextReport(createReport()), ''))

  test('levels are highlighted if the caller wants it', () => {
    const text = formatTextReport(createReport(TRACKED), (level, word) => `<${level}>${word}`)
    assert.match(text, /: <warning>warning: /)
  })

  test('text of others stays on its line and does nothing to a terminal', () => {
    const text = formatTextReport(createReport(hostile))
    assert.equal(text.split('\n').length, 2)
    assert.doesNotMatch(text, OBEYED)
  })
})

describe('github', () => {
  test('a warning with its place', () => {
    assert.equal(
      formatGithubReport(createReport(TRACKED)),
      '::warning file=data/imv.json,line=4,endLine=4,col=18,endColumn=41,title=tracking-left::' +
        'utm_source is left in; write https://boe.es/a\n',
    )
  })

  test('a note about a page names the page', () => {
    assert.equal(
      formatGithubReport(createReport(MOVED)),
      '::notice title=moved::https://sepe.es/a: it moved to https://sepe.es/b\n',
    )
  })

  test('columns are left out where a link goes over several lines', () => {
    const long = { ...TRACKED, place: { ...PLACE, endLine: 5, endColumn: 2 } }
    assert.match(formatGithubReport(createReport(long)), /line=4,endLine=5,title=/)
  })

  test('a file name cannot add a property, and no text can add a command', () => {
    const text = formatGithubReport(createReport(hostile))
    assert.equal(text.split('\n').length, 2)
    assert.doesNotMatch(text, OBEYED)
    const [, properties = '', message = ''] = /^::warning (.*?)::(.*)\n$/.exec(text) ?? []
    assert.deepEqual(
      properties.split(',').map((pair) => pair.split('=')[0]),
      ['file', 'line', 'endLine', 'col', 'endColumn', 'title'],
    )
    assert.ok(properties.includes('%0D%0Ac\\u0000d%250A%2C%3A|'), properties)
    assert.ok(message.includes('%0D%0Ac\\u0000d%250A,:|'), message)
  })
})

describe('json', () => {
  test('a finding has its place beside its rule', () => {
    const report: unknown = JSON.parse(formatJsonReport(createReport(TRACKED, MOVED)))
    const { place, ...rest } = TRACKED
    assert.deepEqual(report, {
      findings: [{ ...rest, ...place }, MOVED],
      counts: { error: 0, warning: 1, note: 1 },
      subjects: 2,
    })
  })

  test('text of others comes back as it was, and does nothing to a terminal', () => {
    const text = formatJsonReport(createReport(hostile))
    assert.doesNotMatch(text, OBEYED)
    assert.equal((JSON.parse(text) as { findings: { url: string }[] }).findings[0]?.url, HOSTILE.toWellFormed())
  })
})
