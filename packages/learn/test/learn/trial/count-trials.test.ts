// How collisions are counted: a page is one trial, whether noise affected one of its fetches or not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { learnRules } from '../../../src/learn/learn-rules.ts'
import type { CrawlRecord } from '../../../src/log/types.ts'

const S = 'https://s.example'
const SECTIONS = ['tea', 'milk', 'salt']

/** Pages below three sections, each with and without a slash: three collisions of one content. */
const createPages = (pages: number, isSpoiled: (page: number, section: string) => boolean): CrawlRecord[] =>
  Array.from({ length: pages }, (_, page) =>
    SECTIONS.flatMap((section) => [
      { url: `${S}/${section}/${page}`, contentHash: `page ${page}` },
      {
        url: `${S}/${section}/${page}/`,
        contentHash: isSpoiled(page, section) ? `accident ${section} ${page}` : `page ${page}`,
      },
    ]),
  ).flat()

/** URLs that all show a login form, some of them only without a slash. */
const createForms = (forms: number, open: number): CrawlRecord[] =>
  Array.from({ length: forms }, (_, form) => [
    { url: `${S}/tea/form-${form}`, contentHash: 'login' },
    { url: `${S}/tea/form-${form}/`, contentHash: form < open ? `open ${form}` : 'login' },
  ]).flat()

const rows = [
  { why: 'all agree', log: createPages(40, () => false), support: 40, failures: 0 },
  {
    why: 'a page of which one fetch in three is spoiled is a third of a failure',
    log: createPages(42, (page, section) => page < 9 && section === SECTIONS[page % 3]),
    support: 39,
    failures: 3,
  },
  {
    why: 'a page of which all are spoiled is one failure',
    log: createPages(42, (page) => page < 3),
    support: 39,
    failures: 3,
  },
  {
    why: 'a content of many collisions is not that of one page, so each failure beside it counts',
    log: [...createPages(40, () => false), ...createForms(10, 3)],
    support: 41,
    failures: 3,
  },
  {
    why: 'a content of few collisions is',
    log: [...createPages(40, () => false), ...createForms(6, 3)],
    support: 40.5,
    failures: 0.5,
  },
]
for (const { why, log, support, failures } of rows)
  test(`${support} support a rule, ${failures} fail: ${why}`, async () => {
    const slash = (await learnRules(log)).rules.find(({ id }) => id === 's.example: slash')
    assert.deepEqual([slash?.support, slash?.failures], [support, failures])
  })
