import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addLinks, findLinkedPages } from '../../src/check/linked-pages.ts'
import { listFindingsByPage, reportCheck, listVerdictsWithEvidence } from '../../src/check/report-check.ts'
import { runCheck, selectPages } from '../../src/check/run-check.ts'
import { AppError } from '../../src/canonist/errors.ts'
import { openPoliteFetcher } from '../../src/fetching/open-fetcher.ts'
import { readLinkFiles } from '@canonist/links/internal/files/read-link-files'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { article } from '../../../links/test/health/support/pages.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { collect } from '../../../registry/test/registry/support/collect.ts'

const { file } = temporaryFolder()
const PAGES = {
  'http://a.example/tea': { body: article('Tea', 1) },
  'http://a.example/ended': { status: 410 },
}

/** A registry with the links of a file, on one database in memory, and the web that they lead to. */
async function withLinks(
  body: (context: {
    readonly canonist: Canonist
    readonly fetcher: ReturnType<typeof openPoliteFetcher>
    readonly files: Awaited<ReturnType<typeof readLinkFiles>>
    readonly name: string
  }) => Promise<void>,
): Promise<void> {
  const name = file('links.md', '# Links\n\n[Tea](http://a.example/tea) and [ended](http://a.example/ended)\n')
  const web = await startLoopbackWeb(PAGES)
  const fetcher = openPoliteFetcher({ connectTo: web.connectTo, hostDelayMs: 0 })
  const canonist = await openCanonist(':memory:')
  try {
    await body({ canonist, fetcher, files: await readLinkFiles([name]), name })
  } finally {
    await canonist.close()
    await fetcher.close()
    await web.close()
  }
}

test('the links of files are added, checked, and reported where they stand', () =>
  withLinks(async ({ canonist, fetcher, files, name }) => {
    assert.equal(await addLinks(canonist, files), 2)
    const health = await canonist.health()
    const linked = await findLinkedPages(files, health)
    const filter = await selectPages(health, { linked })
    const progress: number[] = []
    const report = await runCheck(health, { fetcher, filter, linked, onProgress: (done) => progress.push(done) })
    assert.deepEqual([report.checked, report.isNetworkSilent, progress], [2, false, [1, 2]])
    const { pages, verdicts, findings, subjects } = await reportCheck(health, { filter, linked })
    assert.deepEqual([pages, verdicts.get('gone'), verdicts.get('healthy'), subjects], [2, 1, 1, [name]])
    assert.deepEqual(
      findings.map(({ rule, url, place }) => [rule, url, place?.file, place?.line]),
      [['gone', 'http://a.example/ended', name, 3]],
    )
  }))

test('the report has every page, with the evidence of its verdict', () =>
  withLinks(async ({ canonist, fetcher, files }) => {
    await addLinks(canonist, files)
    const health = await canonist.health()
    await runCheck(health, { fetcher })
    const proved = await collect(listVerdictsWithEvidence(health, {}))
    assert.deepEqual(
      proved.map(({ verdict, evidence }) => [verdict, evidence.map(({ status }) => status)]),
      [
        ['healthy', [200]],
        ['gone', [410]],
      ],
    )
    const pages = await collect(listFindingsByPage(health, { levels: { gone: 'note' } }))
    assert.deepEqual(
      pages.map(({ findings }) => findings.map(({ level }) => level)),
      [[], ['note']],
    )
  }))

test('an aborted check looks at nothing more, and says so', () =>
  withLinks(async ({ canonist, fetcher, files }) => {
    await addLinks(canonist, files)
    const report = await runCheck(await canonist.health(), { fetcher, signal: AbortSignal.abort() })
    assert.deepEqual([report.checked, report.isInterrupted], [0, true])
  }))

test('a URL that the registry does not know cannot be selected', () =>
  withLinks(async ({ canonist, files }) => {
    await addLinks(canonist, files)
    const health = await canonist.health()
    const { pageIds } = await selectPages(health, { urls: ['http://a.example/tea#top'] })
    assert.equal(pageIds?.length, 1)
    await assert.rejects(
      selectPages(health, { urls: ['http://a.example/other'] }),
      (error) => error instanceof AppError && error.code === 'app/not-in-registry' && error.kind === 'missing',
    )
  }))
