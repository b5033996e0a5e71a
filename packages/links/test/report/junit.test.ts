import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Parser } from 'htmlparser2'
import { formatJunitReport } from '../../src/report/junit.ts'
import { HOSTILE, MOVED, PLACE, createReport, TRACKED } from './support.ts'

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

function listElements(xml: string): Element[] {
  const elements: Element[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => void elements.push({ name, attributes, text: '' }),
      ontext(text) {
        const last = elements.at(-1)
        if (last !== undefined) last.text += text
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return elements
}

const named = (elements: readonly Element[], name: string): Element[] =>
  elements.filter((element) => element.name === name)

describe('junit', () => {
  const elements = listElements(formatJunitReport(createReport(TRACKED, MOVED)))

  test('the counts are those of the tests below', () => {
    const suites = named(elements, 'testsuite').map(({ attributes }) => attributes)
    assert.deepEqual(
      suites.map(({ name, tests, failures }) => [name, tests, failures]),
      [
        ['data/clean.json', '1', '0'],
        ['data/imv.json', '1', '1'],
        ['https://sepe.es/a', '1', '0'],
      ],
    )
    const [all] = named(elements, 'testsuites')
    assert.deepEqual([all?.attributes['tests'], all?.attributes['failures']], ['3', '1'])
  })

  test('a finding is a test that failed, with rule, file and line', () => {
    const [failure] = named(elements, 'failure')
    assert.equal(failure?.attributes['type'], 'tracking-left')
    assert.equal(failure?.attributes['message'], TRACKED.message)
    assert.equal(failure?.text.trim(), `data/imv.json:4:18: warning: ${TRACKED.message}`)
    const found = named(elements, 'testcase').find(({ attributes }) => attributes['line'] !== undefined)
    assert.deepEqual([found?.attributes['file'], found?.attributes['line']], ['data/imv.json', '4'])
  })

  test('a note is reported as a test that passed', () => {
    assert.match(named(elements, 'system-out')[0]?.text ?? '', /https:\/\/sepe\.es\/a: note: it moved/)
  })

  test('a finding about a file as a whole is named by its rule', () => {
    const xml = formatJunitReport(createReport({ ...TRACKED, url: '' }))
    assert.ok(named(listElements(xml), 'testcase').some(({ attributes }) => attributes['name'] === 'tracking-left'))
  })

  test('hostile text is text: well-formed, and without a character that XML cannot hold', () => {
    const url = `${HOSTILE}\ufffe\uffff`
    const xml = formatJunitReport(
      createReport({ ...TRACKED, url, message: HOSTILE, place: { ...PLACE, file: HOSTILE } }),
    )
    assert.doesNotMatch(xml, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff\u202e]|\p{Surrogate}/u)
    const [failure] = named(listElements(xml), 'failure')
    assert.match(failure?.attributes['message'] ?? '', /^a\\u001b\[31mb\\u000d\\u000ac\\u0000d%0A,:\|`<&>"'/)
    assert.equal(named(listElements(xml), 'testcase').length, 3)
  })
})
