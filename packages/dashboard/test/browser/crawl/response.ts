import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../start.ts'
import type { Crawl } from './crawl.ts'

/** From a key or click to the next paint: https://web.dev/articles/inp */
const MAX_RESPONSE_MS = 200

const OBSERVE = `
  window.responses = []
  new PerformanceObserver((list) => {
    for (const { interactionId, name, duration } of list.getEntries())
      if (interactionId > 0) window.responses.push({ at: location.pathname, name, duration })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

interface Response {
  readonly at: string
  readonly name: string
  readonly duration: number
}

const PAGES = ['URL', 'Pages', 'Links', 'Frontier', 'Hosts', 'Rules', 'Playground', 'Runs', 'Settings', 'Reviews']

async function useEverything(page: Page): Promise<void> {
  for (const name of PAGES) {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
  }
  await page.locator('[aria-current="true"][data-id]').waitFor()
  for (let nth = 0; nth < 20; nth++) await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Pages/ })
    .click()
  await page.getByRole('searchbox').pressSequentially('docs.example.org')
  await page.waitForURL(/q=docs/)
  await page
    .getByRole('link', { name: /^https:\/\/docs\.example\.org\// })
    .first()
    .click()
  await page.getByText('Known page, reached by').waitFor()
}

/** Measured by the clock, so only on a machine that has nothing else to do. */
export function testResponse(start: () => Crawl): void {
  test(`every key and click is answered by a paint within ${MAX_RESPONSE_MS} ms`, async (context) => {
    const { browser, url } = start()
    const { page } = await openPage(browser, url)
    await page.addInitScript(OBSERVE)
    await page.goto(url)
    await page.getByText('Needs you').waitFor()
    await useEverything(page)
    const responses = await page.evaluate<Response[]>('window.responses')
    const [worst] = responses.toSorted((a, b) => b.duration - a.duration)
    context.diagnostic(`${responses.length} interactions of more than 16 ms, the slowest: ${JSON.stringify(worst)}`)
    assert.ok((worst?.duration ?? 0) < MAX_RESPONSE_MS, JSON.stringify(worst))
    await page.close()
  })
}
