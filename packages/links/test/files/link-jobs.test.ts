import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, policies } from '@canonist/core'
import { LinkError, type LinkErrorCode } from '../../src/files/errors.ts'
import { openPoliteFetcher } from '@canonist/server/internal/fetching/open-fetcher'
import { citeLinks, citeUrls } from '../../src/files/cite-links.ts'
import { readLinkFiles } from '../../src/files/read-link-files.ts'
import { validateLinks, dropFixed } from '../../src/files/validate-links.ts'
import { writeFixes } from '../../src/files/write-fixes.ts'
import { openCanonist } from '@canonist/server/internal/canonist/open-canonist'
import { createTextInput } from '@canonist/lists/internal/io/input'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { collect } from '../../../registry/test/registry/support/collect.ts'

const { path: folder, file } = temporaryFolder()
const SOURCES = definePolicy({
  name: 'test-sources',
  extends: 'sources',
  hosts: { allow: ['boe.es'] },
  citation: { qualifier: 'See {host}.' },
})
const REVIEWED = definePolicy({
  ...SOURCES.spec,
  name: 'test-reviewed',
  citation: { qualifier: 'See {host}.', homePages: 'reviewed' },
})
const DEEP = 'https://www.boe.es/buscar/act.php?id=BOE-A-2020-1'

const hasCode =
  (code: LinkErrorCode) =>
  (error: unknown): boolean =>
    error instanceof LinkError && error.code === code

test('what is wrong with the names of files has a code', async () => {
  file('plain.txt', 'https://example.com/')
  file('empty.json', '{}')
  await assert.rejects(readLinkFiles([]), hasCode('app/no-file-named'))
  await assert.rejects(readLinkFiles([`${folder}/*.mdx`]), hasCode('app/no-readable-file'))
  await assert.rejects(readLinkFiles([`${folder}/plain.txt`]), hasCode('app/unknown-file-format'))
  await assert.rejects(readLinkFiles([`${folder}/empty.json`], { fields: ['url'] }), hasCode('app/no-such-field'))
})

test('links are found, fixed, and gone from the report', async () => {
  const name = file('page.md', '[Tea](https://example.com/tea?utm_source=x) and [bad](htps://example.com)\n')
  const report = await validateLinks(await readLinkFiles([name]), { policy: policies.links })
  assert.deepEqual(
    report.findings.map(({ rule }) => rule),
    ['tracking-left', 'malformed'],
  )
  assert.equal(report.links, 2)
  const { fixed, faults } = await writeFixes(report.fixes)
  assert.deepEqual([[...fixed], faults], [[name], []])
  assert.deepEqual(
    dropFixed(report.findings, fixed).map(({ rule }) => rule),
    ['malformed'],
  )
})

test('levels of the caller beat those of the policy, and must name findings that exist', async () => {
  const name = file('levels.md', '[Tea](https://example.com/tea?utm_source=x)\n')
  const files = await readLinkFiles([name])
  const off = await validateLinks(files, { policy: policies.links, levels: { 'tracking-left': 'off' } })
  assert.deepEqual(off.findings, [])
  const mistyped = definePolicy({ name: 'mistyped', extends: 'links', rules: { 'tracking-letf': 'off' } })
  await assert.rejects(validateLinks(files, { policy: mistyped }), hasCode('app/unknown-finding'))
})

test('a policy without an allowlist sends no requests', async () => {
  const files = await readLinkFiles(['-'], {
    format: 'json',
    stdin: () => createTextInput('stdin', '["https://example.com/"]'),
  })
  const fetcher = openPoliteFetcher()
  await assert.rejects(validateLinks(files, { policy: policies.sources, fetcher }), hasCode('app/no-allowlist'))
  await fetcher.close()
})

test('judging ends with the reason of the signal', async () => {
  const files = await readLinkFiles(['-'], {
    format: 'json',
    stdin: () => createTextInput('stdin', '["https://boe.es/"]'),
  })
  const signal = AbortSignal.abort(new Error('enough'))
  await assert.rejects(validateLinks(files, { policy: SOURCES, signal }), /enough/)
})

test('of some URLs the page on the topic itself is cited, without a sentence', async () => {
  const { url, sentence, gap, links } = await citeUrls(['https://www.boe.es/', DEEP], { policy: SOURCES })
  assert.deepEqual([url, sentence, gap], [DEEP, null, null])
  assert.deepEqual(
    links.map(({ verdict }) => verdict),
    ['unneeded', 'citable'],
  )
})

const CITED = [
  { why: 'there are no URLs', urls: [], gap: 'no-link' },
  { why: 'an empty URL counts for nothing', urls: [' '], gap: 'no-link' },
  { why: 'the host is not allowed', urls: ['https://example.com/a/b'], gap: 'no-usable-link' },
  {
    why: 'nobody has decided on the home page',
    urls: ['https://www.boe.es/'],
    policy: REVIEWED,
    gap: 'home-page-undecided',
  },
]
for (const { why, urls, policy = SOURCES, gap } of CITED) {
  test(`no URL is cited: ${why}`, async () => {
    const cited = await citeUrls(urls, { policy, topic: 'Ayuda' })
    assert.deepEqual([cited.url, cited.sentence, cited.gap?.code], [null, null, gap])
    assert.equal(cited.reason, cited.gap?.message)
  })
}

test('a home page is cited as a last resort', async () => {
  const { url, sentence, gap } = await citeUrls(['https://www.boe.es/'], { policy: SOURCES })
  assert.deepEqual([url, sentence, gap?.code], ['https://www.boe.es', 'See boe.es.', 'only-home-page'])
})

test('a home page is cited with a sentence when a reviewer has allowed it', async () => {
  const canonist = await openCanonist(':memory:')
  const options = { policy: REVIEWED, database: canonist }
  await citeUrls(['https://www.boe.es/'], { ...options, asks: true })
  const registry = await canonist.registry()
  const [review] = await collect(registry.exportReviews())
  assert.equal(review?.kind, 'homepage_link')
  await registry.decideReview(review.id, { verb: 'accept', by: 'test', why: '' })
  const { url, sentence, reason, gap } = await citeUrls(['https://www.boe.es/'], options)
  assert.deepEqual([url, sentence, gap?.code], ['https://www.boe.es', 'See boe.es.', 'only-home-page'])
  assert.equal(reason, 'It may be cited with the qualifier, because there is nothing better.')
  await canonist.close()
})

test('topics of files are cited in the order of the files', async () => {
  const [b, a] = [file('b.json', `{"u":"${DEEP}"}`), file('a.json', '{"u":"https://www.boe.es/"}')]
  const files = await readLinkFiles([b, a], { fields: ['u'] })
  const citations = await citeLinks(files, { policy: SOURCES })
  assert.deepEqual(
    citations.map(({ topic, cite }) => [topic.file, cite?.url]),
    [
      [b, DEEP],
      [a, 'https://www.boe.es'],
    ],
  )
})
