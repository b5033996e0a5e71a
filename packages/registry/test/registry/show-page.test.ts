import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint } from 'canonist/internal/cli/output/paint'
import { showPage } from 'canonist/internal/cli/commands/find/show-page'
import type { CanonicalUrl, RawUrl } from '@canonist/core/internal/text/stages'
import { addShownLinkType, type FoundPage } from '@canonist/server/internal/find/find-pages'

const SEEN = '2026-01-01T00:00:00.000Z'
const HOSTILE = 'rule\n\u001b[8mconcealed'

/** The same fields, with any text in them. */
type Foreign<T> = T extends string | null ? string : T extends object ? { [Key in keyof T]: Foreign<T[Key]> } : T

const PAGE: Foreign<FoundPage> = {
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

test('text of a foreign database adds no line and no terminal command to a page', () => {
  const shown = showPage(PAGE as FoundPage, createPaint(false), { listRules: () => [] })
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

const makeAliases = (counts: Readonly<Record<string, number>>): FoundPage['aliases'] =>
  Object.entries(counts).flatMap(([evidence, urls]) =>
    Array.from({ length: urls }, (_, index) => ({
      rawUrl: `https://e.com/${evidence}/${index}` as RawUrl,
      evidence: evidence as FoundPage['aliases'][number]['evidence'],
      fragment: null,
      count: index === 0 ? 1200 : 1,
      firstSeen: SEEN,
      lastSeen: SEEN,
    })),
  )

/** By evidence: how many URLs the page has, and how many are shown. */
const GROUPS = [
  { why: 'all of a few', urls: { rule: 2, redirect: 1 }, most: 20, shown: { rule: 2, redirect: 1 }, more: null },
  { why: 'all of twenty', urls: { rule: 20 }, most: 20, shown: { rule: 20 }, more: null },
  { why: 'twenty of many', urls: { rule: 1203 }, most: 20, shown: { rule: 20 }, more: '1,183' },
  {
    why: 'all proofs of a page with many spellings',
    urls: { rule: 1203, redirect: 3, content: 1 },
    most: 20,
    shown: { rule: 16, redirect: 3, content: 1 },
    more: '1,187',
  },
  { why: 'a share of each', urls: { rule: 90, redirect: 80 }, most: 5, shown: { rule: 2, redirect: 3 }, more: '165' },
  { why: 'none', urls: { rule: 3, content: 2 }, most: 0, shown: { rule: 0, content: 0 }, more: '5' },
  { why: 'all', urls: { rule: 1203, content: 21 }, most: Infinity, shown: { rule: 1203, content: 21 }, more: null },
]
for (const { why, urls, most, shown, more } of GROUPS) {
  test(`of ${JSON.stringify(urls)}, a limit of ${most} shows ${why}`, () => {
    const text = showPage({ ...PAGE, aliases: makeAliases(urls) } as FoundPage, createPaint(false), {
      most,
      listRules: () => [],
    })
    const counts = Object.fromEntries(
      Object.keys(urls).map((evidence) => [evidence, text.split(`https://e.com/${evidence}/`).length - 1]),
    )
    assert.deepEqual(counts, shown)
    assert.deepEqual(text.match(/^ {2}\w+ {2}[\d,]+ URLs?$/gm)?.length, Object.keys(urls).length)
    assert.equal(/^ {2}([\d,]+) more: --limit all shows them$/m.exec(text)?.[1] ?? null, more)
  })
}

test('counts end in one column', () => {
  const text = showPage({ ...PAGE, aliases: makeAliases({ rule: 2 }) } as FoundPage, createPaint(false), {
    listRules: () => [],
  })
  assert.match(text, /^ {4}1,200 × {2}https:\/\/e\.com\/rule\/0\n {8}1 × {2}https:\/\/e\.com\/rule\/1\n/m)
})

test('of more than twenty URLs, those of the policy are grouped by the rules that change them', () => {
  const aliases = makeAliases({ rule: 25, redirect: 1 })
  const listRules = (url: string): string[] => {
    const number = Number(url.split('/').at(-1))
    return number === 0 ? [] : number < 4 ? ['lowercase-host', 'remove-fragment'] : ['remove-fragment']
  }
  const text = showPage({ ...PAGE, aliases } as FoundPage, createPaint(false), { listRules })
  assert.deepEqual(text.match(/^ {2}\w+(?:: .*)? {2}[\d,]+ URLs?$/gm), [
    '  rule: remove-fragment  21 URLs',
    '  rule: lowercase-host, remove-fragment  3 URLs',
    '  rule  1 URL',
    '  redirect  1 URL',
  ])
  assert.equal(text.match(/×/g)?.length, 20)
  const few: FoundPage['aliases'] = aliases.slice(0, 20)
  const short = showPage({ ...PAGE, aliases: few } as FoundPage, createPaint(false), { listRules })
  assert.match(short, /^ {2}rule {2}20 URLs$/m)
})
