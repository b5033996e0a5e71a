import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Verdict } from '@canonist/client'
import { formatReport } from '../src/pages/links/format-report.ts'

test('the report of links says what is wrong and what to write instead', () => {
  const at = '2026-01-01T00:00:00.000Z'
  const moved = {
    url: 'https://e.com/a',
    verdict: 'moved',
    reasons: ['redirect_permanent', 'same_text'],
    movedTo: 'https://e.com/b',
    since: at,
    checkedAt: at,
    lastGood: null,
    priority: 'P1',
  }
  const [head, row] = formatReport([moved as unknown as Verdict]).split('\r\n')
  assert.equal(head, '"url","verdict","reasons","write_instead","since","checked","last_good","priority"')
  assert.equal(
    row,
    `"https://e.com/a","moved","redirect_permanent same_text","https://e.com/b","${at}","${at}","","P1"`,
  )
})
