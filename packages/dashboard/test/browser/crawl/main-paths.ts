import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../start.ts'
import type { Crawl } from './crawl.ts'

/** What people do on each page. Reviews and the queue have stories of their own. */
const PATHS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'a number on the overview opens its rows'(page) {
    await page.getByRole('link', { name: /^[\d,]+ links gone/ }).click()
    await page.waitForURL(/\/links\?verdict=gone$/)
    await page.getByRole('table', { name: 'Links' }).getByRole('row').nth(1).waitFor()
  },
  async 'the overview draws the rate of the queue, and the address keeps that choice'(page) {
    await page.getByRole('link', { name: 'rate', exact: true }).click()
    await page.waitForURL(/\?chart=rate$/)
    await page.getByRole('img', { name: 'URLs fetched a minute over the last 24 hours' }).waitFor()
  },
  async 'a pasted URL opens its page, which shows what each policy does to it'(page) {
    await page.keyboard.press('/')
    await page.keyboard.insertText('HTTPS://Forum.Example.com:443/?utm_source=x#top')
    await page.keyboard.press('Enter')
    await page.getByText('Known page, reached by').waitFor()
    await page.getByText('remove-tracking-params').waitFor()
    await page.getByRole('link', { name: 'rfc3986' }).click()
    await page.waitForURL(/policy=rfc3986/)
    await page.getByText('remove-tracking-params').waitFor({ state: 'detached' })
  },
  async 'pages are searched by host, and each opens its URL page'(page) {
    await page.getByRole('link', { name: /^Pages/ }).click()
    await page.getByRole('searchbox').fill('archive.example.org')
    await page.waitForURL(/q=archive\.example\.org/)
    await page
      .getByRole('link', { name: /^https:\/\/archive\.example\.org\// })
      .first()
      .click()
    await page.getByText('Known page, reached by').waitFor()
  },
  async 'a host is paused and resumed'(page) {
    await page.getByRole('link', { name: /^Hosts/ }).click()
    await page.getByRole('searchbox').fill('docs.')
    await page.getByRole('link', { name: 'docs.example.org' }).first().click()
    await page
      .getByRole('button', { name: /^Pause/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page
      .getByRole('button', { name: /^Pause/ })
      .first()
      .waitFor()
  },
  async 'links are filtered by verdict, and the address keeps the filter'(page) {
    await page.getByRole('link', { name: /^Links/ }).click()
    await page.getByRole('navigation', { name: 'Verdicts' }).getByRole('link', { name: /moved/ }).click()
    await page.waitForURL(/verdict=moved/)
    await page.reload()
    await page.getByRole('table', { name: 'Links' }).getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByText('Known page, reached by').waitFor()
  },
  async 'a learned rule shows its evidence'(page) {
    await page.getByRole('link', { name: /^Rules/ }).click()
    await page.getByText('site-0.example: strip sid').first().waitFor()
    await page.getByText('412 of 413').first().waitFor()
  },
  async 'a run shows its log'(page) {
    await page.getByRole('link', { name: /^Runs/ }).click()
    await page
      .getByRole('link', { name: /ingest/ })
      .first()
      .click()
    await page.getByText('Part 1 is done.').waitFor()
  },
  async 'the chosen theme survives a reload'(page) {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel(/dark/i).click()
    await page.reload()
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' })
  },
}

export function testMainPaths(start: () => Crawl): void {
  describe('the main path of every page', () => {
    for (const [what, follow] of Object.entries(PATHS))
      test(what, async () => {
        const { browser, url } = start()
        const { page, faults } = await openPage(browser, url)
        page.setDefaultTimeout(20_000)
        await page.goto(url)
        await page.getByText('Needs you').waitFor()
        await follow(page)
        assert.deepEqual(faults, [])
        await page.close()
      })
  })
}
