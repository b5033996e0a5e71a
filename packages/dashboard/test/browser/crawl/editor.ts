import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../start.ts'
import type { Crawl } from './crawl.ts'

/** As many as the generated database has; the editor decides 200 of them. */
const ALL = 260

const waitForCount = (page: Page, count: number): Promise<void> =>
  page.getByRole('heading', { name: `${count} questions`, exact: true }).waitFor({ timeout: 60_000 })

/** The key acts on the question on the screen, so wait until that is another one. */
async function pressFor(page: Page, key: string): Promise<void> {
  const current = page.locator('[aria-current="true"][data-id]')
  const before = await current.textContent()
  await page.keyboard.press(key)
  await current.filter({ hasNotText: before ?? '' }).waitFor()
}

export function testEditor(start: () => Crawl): void {
  test('an editor works through 200 reviews by keyboard', async () => {
    const { browser, url } = start()
    const { page, faults } = await openPage(browser, url)
    await page.goto(new URL('/reviews', url).href)
    await waitForCount(page, ALL)
    const current = page.locator('[aria-current="true"][data-id]')
    await page.getByRole('button', { name: /^Accept/ }).waitFor()

    // Moves, and comes back.
    const first = await current.textContent()
    await pressFor(page, 'j')
    await pressFor(page, 'k')
    assert.equal(await current.textContent(), first)

    // Edits one with a value of their own, and takes that back with a key.
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: /^Instead/ }).fill('{"query":{"strip":["ref"]}}')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForCount(page, ALL - 1)
    await page.keyboard.press('u')
    await waitForCount(page, ALL)

    // Decides 180 one after the other, as fast as the keys repeat.
    for (let nth = 0; nth < 180; nth++) await pressFor(page, nth % 3 === 0 ? 'r' : 'a')
    await waitForCount(page, ALL - 180)

    // Two decisions are taken back one by one, the last first.
    await page.keyboard.press('u')
    await waitForCount(page, ALL - 179)
    await page.keyboard.press('u')
    await waitForCount(page, ALL - 178)

    // Selects 22 and decides them together; the button names the number. One undo takes all of them back.
    for (let nth = 0; nth < 22; nth++) {
      await page.keyboard.press('x')
      await pressFor(page, 'j')
    }
    await page.getByRole('button', { name: /^Accept 22/ }).waitFor()
    await page.keyboard.press('a')
    await waitForCount(page, ALL - 200)
    await page.keyboard.press('u')
    await waitForCount(page, ALL - 178)
    await page.getByText('Took back 22 decisions.').waitFor()
    assert.deepEqual(faults, [])
    await page.close()
  })
}
