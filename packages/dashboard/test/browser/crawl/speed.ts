import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { openPage } from '../start.ts'
import { traceTasks } from '../support/trace-tasks.ts'
import type { Crawl } from './crawl.ts'

/** Of script, gzipped, until the first page is complete. */
const MAX_SCRIPT_BYTES = 150_000
/** In a longer task the browser drops frames. */
const MAX_TASK_MS = 50

const LISTS = [
  ['/pages', 'Pages'],
  ['/frontier', 'Queued URLs'],
  ['/links?verdict=all', 'Links'],
] as const

/** As far as somebody would scroll: ten parts of the list. */
const FAR = 1000

/** Scrolls by a screen at a time until the row is there, each time when the one before is painted. */
async function scrollTo(page: Page, row: Locator): Promise<void> {
  for (let screen = 0; screen < 500; screen++) {
    if ((await row.count()) > 0) return
    await page.mouse.wheel(0, 900)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  }
  throw new Error(`${page.url()}: the row is not there after 500 screens.`)
}

export function testSpeed(start: () => Crawl): void {
  describe('speed', () => {
    for (const path of ['/', '/pages', '/reviews', '/links', '/frontier', '/url?u=https%3A%2F%2Fforum.example.com%2F'])
      test(`${path} loads less than ${MAX_SCRIPT_BYTES / 1000} kB of script`, async (context) => {
        const { browser, url } = start()
        const { page } = await openPage(browser, url)
        const scripts: Promise<Buffer>[] = []
        page.on('response', (response) => {
          if (response.request().resourceType() === 'script') scripts.push(response.body())
        })
        await page.goto(new URL(path, url).href)
        await page.locator('.card').first().waitFor()
        await page.locator('.loading').first().waitFor({ state: 'detached' })
        const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0)
        context.diagnostic(`${path}: ${bytes} bytes of script, gzipped`)
        assert.ok(scripts.length > 1 && bytes < MAX_SCRIPT_BYTES, `${bytes} bytes in ${scripts.length} files`)
        await page.close()
      })

    for (const [path, name] of LISTS)
      test(`${path}: no task is longer than ${MAX_TASK_MS} ms while the list is scrolled`, async (context) => {
        const { browser, url } = start()
        const { page } = await openPage(browser, url)
        await page.goto(new URL(path, url).href)
        const list = page.getByRole('table', { name })
        await list.getByRole('row').nth(1).waitFor()
        await page.mouse.move(600, 600)
        const tasks = await traceTasks(browser, page, () => scrollTo(page, list.locator(`[aria-rowindex="${FAR}"]`)))
        context.diagnostic(`${path}: the longest tasks took ${tasks.slice(0, 3).join(', ')} ms`)
        assert.ok((tasks[0] ?? Infinity) < MAX_TASK_MS, `tasks of ${tasks.slice(0, 5).join(', ')} ms`)
        await page.close()
      })
  })
}
