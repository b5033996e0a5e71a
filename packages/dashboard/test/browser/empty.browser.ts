import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { findSeriousFindings } from './support/find-serious-findings.ts'
import { launch, openPage, serve, type Served } from './start.ts'

/** What each page says when there is nothing to show. */
const PAGES = [
  ['/', 'This database is empty'],
  ['/url', 'Paste'],
  [`/url?u=${encodeURIComponent('https://unknown.example/')}`, 'Not in the registry'],
  ['/pages', 'No pages yet'],
  ['/reviews', 'Nothing to decide'],
  ['/links', 'No link was checked yet'],
  ['/frontier', 'The queue is empty'],
  ['/hosts', 'No host'],
  ['/rules', 'No rule waits for a decision'],
  ['/playground', 'examples pass'],
  ['/runs', 'No run'],
  ['/settings', 'No token is needed'],
] as const

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
before(async () => {
  ;[browser, server] = [await launch(), await serve()]
})
after(async () => {
  await browser.close()
  await server.stop()
})

describe('with an empty database, every page says what to do', () => {
  for (const [path, text] of PAGES)
    test(`${path}: ${text}`, async () => {
      const { page, faults } = await openPage(browser, server.url)
      await page.goto(new URL(path, server.url).href)
      await page.getByText(text).first().waitFor({ timeout: 20_000 })
      assert.deepEqual(await findSeriousFindings(page), [])
      assert.deepEqual(faults, [])
      await page.close()
    })
})

test('the overview claims nothing about links and hosts before the server has responded', async () => {
  const { page } = await openPage(browser, server.url)
  await page.route('**/api/v1/**', () => new Promise(() => undefined))
  await page.goto(server.url)
  await page.getByText('hosts refuse us').waitFor()
  assert.equal(
    await page
      .locator('.needs .why')
      .allTextContents()
      .then((texts) => texts.join('').trim()),
    '',
  )
  await page.close()
})
