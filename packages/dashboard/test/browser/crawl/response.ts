import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../start.ts'
import { traceInteractions } from '../support/trace-tasks.ts'
import type { Crawl } from './crawl.ts'

/** From a key or click to the next paint: https://web.dev/articles/inp */
const MAX_RESPONSE_MS = 200

const PAGES = ['URL', 'Pages', 'Links', 'Frontier', 'Hosts', 'Rules', 'Playground', 'Runs', 'Settings', 'Reviews']

async function useEverything(page: Page): Promise<void> {
  for (const name of PAGES) {
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
  }
  await page.locator('[aria-current="true"][data-id]').waitFor()
  for (let nth = 0; nth < 40; nth++) await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page
    .getByRole('navigation', { name: 'Pages' })
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

/** The slowest but one of fifty, as browsers report it. */
function computeInp(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => b - a)
  return sorted[Math.floor(sorted.length / 50)] ?? 0
}

export function testResponse(start: () => Crawl): void {
  test(`the browser paints within ${MAX_RESPONSE_MS} ms of a key or a click`, async (context) => {
    const { browser, url } = start()
    const { page } = await openPage(browser, url)
    await page.goto(url)
    await page.getByText('Needs you').waitFor()
    const interactions = await traceInteractions(browser, page, () => useEverything(page))
    const [wall, cpu] = [interactions.map(({ wallMs }) => wallMs), interactions.map(({ cpuMs }) => cpuMs)]
    const [slowest] = interactions.toSorted((a, b) => b.cpuMs - a.cpuMs)
    const round = Math.round
    context.diagnostic(
      `${interactions.length} interactions; to the next paint ${round(computeInp(cpu))} ms of the processor, ` +
        `${round(computeInp(wall))} ms by the clock; the slowest: ${slowest?.type} with ${round(slowest?.cpuMs ?? 0)} ms`,
    )
    assert.ok(interactions.length > 50, `${interactions.length} interactions`)
    // By the time of the processor: by the clock, a busy machine would make every page look slow.
    assert.ok((slowest?.cpuMs ?? Infinity) < MAX_RESPONSE_MS, JSON.stringify(slowest))
    await page.close()
  })
}
