import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatMarkdownReport } from '../../src/report/markdown.ts'
import { HOSTILE, MOVED, PLACE, createReport, TRACKED } from './support.ts'

const PAGES = { title: 'Links', noun: 'page', verb: 'watched' } as const

describe('markdown', () => {
  test('the worst is first, and every rule has its table', () => {
    assert.equal(
      formatMarkdownReport(createReport(MOVED, TRACKED), { title: 'Links', noun: 'file', verb: 'checked' }),
      [
        '# Links',
        '2 files checked: 1 warning, 1 note.',
        '## Warnings',
        '### `tracking-left`',
        'Tracking parameters are left in.',
        '| where | URL | what |\n|---|---|---|\n' +
          '| `data/imv.json:4:18` | <https://boe.es/a?utm_source=x> | utm\\_source is left in; write <https://boe.es/a> |',
        '## Notes',
        '### `moved`',
        'The page moved.',
        '| URL | what |\n|---|---|\n| <https://sepe.es/a> | it moved to <https://sepe.es/b> |\n',
      ].join('\n\n'),
    )
  })

  test('rules of one level stand in their own order, whatever was found first', () => {
    const findings = createReport({ ...MOVED, level: 'error' }, { ...TRACKED, level: 'error' })
    const sections = formatMarkdownReport(findings, PAGES).match(/^### .*/gm)
    assert.deepEqual(sections, ['### `tracking-left`', '### `moved`'])
  })

  test('nothing found is said in a line', () => {
    assert.equal(formatMarkdownReport(createReport(), PAGES), '# Links\n\n2 pages watched: no findings.\n')
  })

  const urls = [
    { url: 'javascript:alert(1)', becomes: '`javascript:alert(1)`' },
    { url: 'https://a.es/<b>', becomes: '`https://a.es/<b>`' },
    { url: 'https://a.es/`b', becomes: '``https://a.es/`b``' },
    { url: '', becomes: '' },
    { url: '`', becomes: '`` ` ``' },
    { url: 'https://a.es/?a|b', becomes: '`https://a.es/?a\\|b`' },
    { url: 'https://a.es:8443/x#y', becomes: '<https://a.es:8443/x#y>' },
  ]
  for (const { url, becomes } of urls) {
    test(`${url} is written ${becomes}`, () => {
      const text = formatMarkdownReport(createReport({ ...MOVED, url }), PAGES)
      assert.ok(text.includes(`| ${becomes} | `), text)
    })
  }

  test('hostile text stays in its cell', () => {
    const finding = { ...TRACKED, message: HOSTILE, url: HOSTILE, place: { ...PLACE, file: HOSTILE } }
    const row = formatMarkdownReport(createReport(finding), PAGES).trimEnd().split('\n').at(-1) ?? ''
    assert.equal(row.split(/(?<!\\)\|/).length, 5)
    assert.match(row, /\\<\\&\\>/)
    assert.doesNotMatch(row, /[\u0000-\u001f\u007f-\u009f\u202e]/)
  })
})
