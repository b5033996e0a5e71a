import assert from 'node:assert/strict'
import { test } from 'node:test'

import { learnRules } from '../../../src/learn/learn-rules.ts'
import type { CrawlRecord } from '../../../src/log/types.ts'

const PAGES = 400
const S = 'https://shop.example'

type Spell = (page: number) => string

const plain: Spell = (page) => `${S}/item/${page}`
const withRef: Spell = (page) => `${S}/item/${page}?from=${(page * 7919) % 101}`
const withSlash: Spell = (page) => `${S}/item/${page}/`

/** A log of pages with several spellings each; `createContent` says what a spelling of a page shows. */
const createLog = (
  spellings: readonly Spell[],
  createContent: (page: number, spelling: number) => string,
): CrawlRecord[] =>
  Array.from({ length: PAGES }, (_, page) =>
    spellings.map((spell, at) => ({ url: spell(page), contentHash: createContent(page, at) })),
  ).flat()

/** Whether a page is among a share of all pages, in another order for each `salt`. */
const isAmong = (share: number, page: number, salt: number): boolean =>
  ((page * 3 + salt + 1) * 2654435761) % 4294967296 < share * 4294967296

const appliedTo = async (records: readonly CrawlRecord[]): Promise<string[]> => {
  const { rules } = await learnRules(records)
  return rules.filter(({ tier }) => tier === 'apply').map(({ id }) => id.replace(/^.*?: /, ''))
}

test('three spellings, each spoiled on other pages: noise is measured, and both rules are applied', async () => {
  const spoiled = (page: number, at: number): string =>
    isAmong(0.03, page, at) ? `accident ${page} ${at}` : `page ${page}`
  const applied = await appliedTo(createLog([plain, withRef, withSlash], spoiled))
  assert.deepEqual(applied.toSorted(), ['slash', 'strip from'])
})

test('a fourth spelling that only a rewrite can join does not hide what the others measure', async () => {
  const elsewhere: Spell = (page) => `${S}/read_${page}`
  const spoiled = (page: number, at: number): string =>
    isAmong(0.03, page, at) ? `accident ${page} ${at}` : `page ${page}`
  const applied = await appliedTo(createLog([plain, withRef, withSlash, elsewhere], spoiled))
  assert.ok(applied.includes('slash') && applied.includes('strip from'), applied.join())
})

const mustRefuse = [
  {
    why: 'both spellings have one meaning, so only the plain URL is odd',
    createContent: (page: number, at: number) => `page ${page}${at > 0 && isAmong(0.05, page, 1) ? ' other' : ''}`,
    refused: ['slash', 'strip from'],
  },
  {
    why: 'one spelling matters, so only that one is odd',
    createContent: (page: number, at: number) => `page ${page}${at === 1 && isAmong(0.05, page, 1) ? ' other' : ''}`,
    refused: ['strip from'],
  },
]
for (const { why, createContent, refused } of mustRefuse)
  test(`a difference on one page in twenty is not noise: ${why}`, async () => {
    const applied = await appliedTo(createLog([plain, withRef, withSlash], createContent))
    assert.deepEqual(
      applied.filter((id) => refused.includes(id)),
      [],
    )
  })
