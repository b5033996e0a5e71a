import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageVerdict } from '../../src/health/sql/verdicts.sql.ts'
import { pageVerdict } from '@canonist/test-support/page-verdict.ts'
import { HEALTH_RULES, listHealthFindings } from '../../src/report/health-findings.ts'

const page = (path: string, told: Partial<PageVerdict>): PageVerdict =>
  pageVerdict({ url: `https://e.com/${path}`, ...told })

const gone = {
  verdict: 'gone',
  reasons: ['three_failures', 'dns_failed'],
  failingSince: '2026-02-01T00:00:00.000Z',
  lastGood: '2026-01-30T12:00:00.000Z',
} as const

const CASES: readonly (readonly [told: Partial<PageVerdict>, ...findings: (readonly [string, string, string])[]])[] = [
  [{}],
  [{ notes: ['temporary_redirect', 'drift_boilerplate'] }],
  [
    { verdict: 'moved', reasons: ['permanent_redirect'], movedTo: 'https://e.com/new' },
    ['moved', 'warning', 'Moved: the page redirects permanently to https://e.com/new. Link to the new URL.'],
  ],
  [
    { verdict: 'takeover_suspect', reasons: ['left_allowlist'], leadsTo: 'https://casino.net/' },
    [
      'takeover-suspect',
      'error',
      'The domain may have another owner: the page redirects to a host that is not on the allowlist, to https://casino.net/. Remove the link until a person has decided its review. An archived copy may be at https://web.archive.org/web/*/https://e.com/a',
    ],
  ],
  [
    gone,
    [
      'gone',
      'error',
      'Gone: the page failed at least three times over 72 hours; the host name could not be resolved, failing since 2026-02-01. Find another source, or an archived copy. An archived copy may be at https://web.archive.org/web/20260130/https://e.com/a',
    ],
  ],
  [
    { notes: ['fragment_missing'], lostFragments: ['#dos', '#tres'] },
    [
      'fragment-missing',
      'warning',
      'The page has no element #dos. Link to the page, or to the new place of the section.',
    ],
    [
      'fragment-missing',
      'warning',
      'The page has no element #tres. Link to the page, or to the new place of the section.',
    ],
  ],
  [
    { verdict: 'guarded', reasons: ['status_403', 'bot_wall'] },
    [
      'guarded',
      'note',
      'Closed to programs: the server responds with status 403; a bot wall or a captcha blocks the page. Open the page in a browser.',
    ],
  ],
  [
    { notes: ['certificate_expires_soon', 'drift_dates_and_amounts'] },
    [
      'certificate-expires-soon',
      'warning',
      'The certificate of the server expires within 14 days. Tell the operator of the host.',
    ],
    [
      'drift-dates-and-amounts',
      'warning',
      'Dates, deadlines or amounts in the text have changed. Compare your text with the page as it is now.',
    ],
  ],
]

for (const [told, ...findings] of CASES) {
  test(`${told.verdict ?? told.notes?.join(', ') ?? 'healthy'} -> ${findings.map(([rule]) => rule).join(', ') || 'nothing'}`, () => {
    const found = listHealthFindings([page('a', told)])
    assert.deepEqual(
      found.map(({ rule, level, message }) => [rule, level, message]),
      findings,
    )
    for (const { rule, level } of found) assert.equal(HEALTH_RULES.find(({ id }) => id === rule)?.level, level)
  })
}

const missing = { verdict: 'gone', reasons: ['three_failures', 'status_404'] } as const
const sold = { verdict: 'takeover_suspect', reasons: ['left_allowlist'] } as const

const repaired = { verdict: 'degraded', reasons: ['redirects_like_a_missing_page'] } as const
const lost = { verdict: 'soft404', reasons: ['like_a_missing_page'] } as const
const worded = { verdict: 'soft404', reasons: ['says_it_is_missing'] } as const

const HOSTS: readonly (readonly [why: string, pages: readonly Partial<PageVerdict>[], isTold: boolean])[] = [
  ['three of three that fail by their host', [gone, gone, gone], true],
  ['two are too few', [gone, gone], false],
  ['one that is well among them', [gone, gone, gone, {}], false],
  ['pages that are missing are not the host', [missing, missing, missing, missing], false],
  ['a domain that was sold', [sold, sold, sold], true],
  ['a night of repairs', [repaired, repaired, repaired], true],
  ['one text for everything', [lost, repaired, lost], true],
  ['pages that say that they are missing', [worded, worded, worded], false],
]

for (const [why, pages, isTold] of HOSTS) {
  test(`${why}: the host is ${isTold ? 'named' : 'not named'}`, () => {
    const [first] = listHealthFindings(pages.map((told, index) => page(String(index), told)))
    assert.equal(first?.rule === 'host-in-trouble', isTold)
  })
}

test('a page that moved to a URL that should not be linked is reported without a fix', () => {
  const moved = { verdict: 'moved', reasons: ['permanent_redirect'] } as const
  const [found] = listHealthFindings([page('a', { ...moved, leadsTo: 'http://e.com/new' })])
  assert.equal(found?.replacement, undefined)
  assert.match(
    found?.message ?? '',
    /^Moved: the page redirects permanently, to http:\/\/e\.com\/new\. The policy does not allow that URL/,
  )
})
