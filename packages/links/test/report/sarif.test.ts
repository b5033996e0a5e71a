import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Finding } from '../../src/report/finding.ts'
import { formatSarifReport } from '../../src/report/sarif.ts'
import { HOSTILE, MOVED, PLACE, createReport, RULES, TRACKED } from './support.ts'
import { checkSarif, type SarifLog } from './check-sarif.ts'

function createLog(...findings: readonly Finding[]): SarifLog {
  const log: unknown = JSON.parse(formatSarifReport(createReport(...findings)))
  checkSarif(log)
  return log
}

const REGION = { startLine: 4, startColumn: 18, endLine: 4, endColumn: 41 }

describe('sarif', () => {
  test('the tool introduces its rules, also those that found nothing', () => {
    const { driver } = createLog().runs[0].tool
    assert.deepEqual([driver.name, driver.version], ['canonist', '1.2.3'])
    assert.deepEqual(
      driver.rules.map(({ id, shortDescription, defaultConfiguration }) => ({
        id,
        summary: shortDescription.text,
        level: defaultConfiguration.level,
      })),
      RULES,
    )
  })

  test('a result names its rule, its place and its fix', () => {
    const [result] = createLog(MOVED, TRACKED).runs[0].results.slice(1)
    assert.deepEqual([result?.ruleId, result?.ruleIndex, result?.level], ['tracking-left', 1, 'warning'])
    const artifactLocation = { uri: 'data/imv.json' }
    assert.deepEqual(result?.locations, [{ physicalLocation: { artifactLocation, region: REGION } }])
    assert.deepEqual(result?.fixes?.[0]?.artifactChanges, [
      { artifactLocation, replacements: [{ deletedRegion: REGION, insertedContent: { text: 'https://boe.es/a' } }] },
    ])
  })

  test('a fix inserts what the file needs, not what the URL is', () => {
    const [result] = createLog({ ...TRACKED, replacement: "https://a.es/'", written: "https://a.es/''" }).runs[0]
      .results
    assert.equal(result?.fixes?.[0]?.artifactChanges[0]?.replacements[0]?.insertedContent.text, "https://a.es/''")
  })

  test('text of others makes no link and leaves no gap in a message', () => {
    const url = 'https://a.es/?[click](https://evil.es)=1&a{0}b=2'
    const [result] = createLog({ ...TRACKED, message: `${url} \\`, replacement: url }).runs[0].results
    const written = String.raw`https://a.es/?\[click\](https://evil.es)=1&a{{0}}b=2`
    assert.equal(result?.message.text, `${written} \\\\`)
    assert.equal(result?.fixes?.[0]?.description?.text, `Write ${written}`)
    assert.equal(result?.fixes?.[0]?.artifactChanges[0]?.replacements[0]?.insertedContent.text, url)
  })

  test('the other place is related', () => {
    const [result] = createLog({ ...TRACKED, other: { ...PLACE, file: 'data/b.json' } }).runs[0].results
    assert.equal(result?.relatedLocations?.[0]?.physicalLocation.artifactLocation.uri, 'data/b.json')
  })

  test('a finding about a page is located at its URL; one that is no URL is nowhere', () => {
    assert.deepEqual(createLog(MOVED).runs[0].results[0]?.locations, [
      { physicalLocation: { artifactLocation: { uri: 'https://sepe.es/a' } } },
    ])
    assert.deepEqual(createLog({ ...MOVED, url: 'no URL' }).runs[0].results[0]?.locations, [])
  })

  test('a finding keeps its fingerprint when it moves to another line', () => {
    const [here] = createLog(TRACKED).runs[0].results
    const [there] = createLog({ ...TRACKED, place: { ...PLACE, line: 9, endLine: 9 } }).runs[0].results
    assert.deepEqual(here?.partialFingerprints, there?.partialFingerprints)
    const [other] = createLog({ ...TRACKED, url: 'https://boe.es/b' }).runs[0].results
    assert.notDeepEqual(here?.partialFingerprints, other?.partialFingerprints)
  })

  const files = [
    { file: 'a b/ñ.json', uri: 'a%20b/%C3%B1.json' },
    { file: 'a:b#c?d%.json', uri: 'a%3Ab%23c%3Fd%25.json' },
    { file: '../x.json', uri: '../x.json' },
    { file: '/srv/kb/a b.json', uri: 'file:///srv/kb/a%20b.json' },
    { file: 'C\\d.json', uri: 'C%5Cd.json' },
  ]
  for (const { file, uri } of files) {
    test(`${file} is ${uri}`, () => {
      const [result] = createLog({ ...TRACKED, place: { ...PLACE, file } }).runs[0].results
      assert.equal(result?.locations[0]?.physicalLocation.artifactLocation.uri, uri)
    })
  }

  test('hostile text is text', () => {
    const [result] = createLog({ ...TRACKED, url: HOSTILE, message: HOSTILE, place: { ...PLACE, file: HOSTILE } })
      .runs[0].results
    assert.equal(result?.message.text, HOSTILE.toWellFormed().replace(/[[\]]/g, '\\$&'))
  })
})
