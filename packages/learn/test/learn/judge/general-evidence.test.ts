// A rewrite that the same rewrite on other kinds of path of the host supports.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNormalizer, definePolicy } from '@canonist/core'
import { learnRules } from '../../../src/learn/learn-rules.ts'
import type { CrawlRecord } from '../../../src/log/types.ts'
import { createContents } from '../logs.ts'

const S = 'https://s.example'

/** Too few pages to prove a rewrite of their section alone. */
const PAGES = 14

/** @param isOther whether the version for phones is another page */
const listSection = (section: string, isOther: (page: number) => boolean = () => false): CrawlRecord[] =>
  createContents(
    PAGES,
    (n) => [`${S}/${section}/tea-${n}`, `${section} ${n}`],
    (n) => [`${S}/amp/${section}/tea-${n}`, isOther(n) ? `amp ${section} ${n}` : `${section} ${n}`],
  )

/** Nothing tests the rewrite here, so it may not be applied to the whole host. */
const untried = createContents(40, (n) => [`${S}/amp/films/tea-${n}`, `film ${n}`])

async function learn(log: readonly CrawlRecord[]): Promise<(url: string) => string | null> {
  return createNormalizer(definePolicy((await learnRules(log)).policy))
}

test('sections support each other where each was tried, and the rest stays as it is', async () => {
  const normalize = await learn([...['sport', 'culture', 'economy'].flatMap((name) => listSection(name)), ...untried])
  for (const section of ['sport', 'culture', 'economy'])
    assert.equal(normalize(`${S}/amp/${section}/tea-900`), `${S}/${section}/tea-900`)
  assert.equal(normalize(`${S}/amp/films/tea-900`), `${S}/amp/films/tea-900`)
})

test('one section alone has no support', async () => {
  const normalize = await learn([...listSection('sport'), ...untried])
  assert.equal(normalize(`${S}/amp/sport/tea-900`), `${S}/amp/sport/tea-900`)
})

test('sections where the rewrite is wrong give no support', async () => {
  const wrong = ['culture', 'economy'].flatMap((name) => listSection(name, (page) => page % 3 === 0))
  const normalize = await learn([...listSection('sport'), ...wrong, ...untried])
  for (const section of ['sport', 'culture', 'economy'])
    assert.equal(normalize(`${S}/amp/${section}/tea-900`), `${S}/amp/${section}/tea-900`)
})
