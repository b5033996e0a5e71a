import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint } from '../../src/cli/output/paint.ts'
import { showPage } from '../../src/cli/commands/find/show-page.ts'
import type { CanonicalUrl } from '../../src/text/stages.ts'
import { addShownLinkType } from '../../src/app/find/shown-link-type.ts'
import type { FoundPage } from '../../src/app/find/find-pages.ts'

const SEEN = '2026-01-01T00:00:00.000Z'
const HOSTILE = 'rule\n\u001b[8mconcealed'

/** The same fields, with any text in them. */
type Foreign<T> = T extends string | null ? string : T extends object ? { [Key in keyof T]: Foreign<T[Key]> } : T

test('text of a foreign database adds no line and no terminal command to a page', () => {
  const page: Foreign<FoundPage> = {
    id: 1,
    canonicalUrl: HOSTILE,
    fetchUrl: HOSTILE,
    key: HOSTILE,
    policy: HOSTILE,
    host: HOSTILE,
    linkType: HOSTILE,
    shownLinkType: HOSTILE,
    contentHash: HOSTILE,
    simhash: HOSTILE,
    firstSeen: SEEN,
    lastSeen: SEEN,
    aliases: [{ rawUrl: HOSTILE, evidence: HOSTILE, fragment: HOSTILE, count: 1, firstSeen: SEEN, lastSeen: SEEN }],
    admissions: [],
  }
  const shown = showPage(page as FoundPage, createPaint(false))
  assert.doesNotMatch(shown, /\u001b/)
  assert.doesNotMatch(shown, /^concealed/m)
})

for (const [canonicalUrl, linkType, shown] of [
  ['https://example.com/', 'homepage', 'homepage'],
  ['https://example.com/es', 'homepage', 'homepage'],
  ['https://example.com/prices', 'homepage', null],
  ['https://example.com/search?page=2&q=tea', 'homepage', 'section'],
  ['https://example.com/search?page=2&q=tea', 'section', 'section'],
  ['https://example.com/prices', 'informative', 'informative'],
  ['not a URL', 'homepage', null],
] as const)
  test(`${canonicalUrl}, stored as ${linkType}, is shown as ${shown ?? 'nothing'}`, () =>
    assert.equal(addShownLinkType({ canonicalUrl: canonicalUrl as CanonicalUrl, linkType }).shownLinkType, shown))
