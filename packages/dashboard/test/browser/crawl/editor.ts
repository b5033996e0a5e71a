import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../start.ts'
import { findSeriousFindings } from '../support/find-serious-findings.ts'
import type { Crawl } from './crawl.ts'

/** As many as the generated database has; the editor decides 200 of them. */
const ALL = 260

const CURRENT = '[aria-current="true"][data-id]'

const waitForCount = (page: Page, count: number): Promise<void> =>
  page.getByRole('heading', { name: `${count} questions`, exact: true }).waitFor({ timeout: 60_000 })

/** Presses a key that acts on the question on the screen, and waits until that is another one. Returns the number of the question. */
async function pressFor(page: Page, key: string): Promise<string> {
  const id = (await page.locator(CURRENT).getAttribute('data-id')) ?? ''
  await page.keyboard.press(key)
  await page.locator(`${CURRENT}:not([data-id="${id}"])`).waitFor()
  return id
}

/** Takes the last decision back; the question that it was about is on the screen again. */
async function undo(page: Page, id: string, count: number): Promise<void> {
  await page.keyboard.press('u')
  await page.locator(`${CURRENT}[data-id="${id}"]`).waitFor({ timeout: 60_000 })
  await waitForCount(page, count)
}

export function testEditor(start: () => Crawl): void {
  test('an editor works through 200 reviews by keyboard', async () => {
    const { browser, url } = start()
    const { page, faults } = await openPage(browser, url)
    await page.goto(new URL('/reviews', url).href)
    await waitForCount(page, ALL)
    await page.getByRole('button', { name: /^Accept/ }).waitFor()

    // Moves, and comes back.
    const first = await pressFor(page, 'j')
    await pressFor(page, 'k')
    await page.locator(`${CURRENT}[data-id="${first}"]`).waitFor()

    // Edits one question with a value, and undoes that with a key.
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: /^Instead/ }).fill('{"query":{"strip":["ref"]}}')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForCount(page, ALL - 1)
    await undo(page, first, ALL)

    // Decides 180 one after the other, as fast as the keys repeat.
    const decided: string[] = []
    for (let nth = 0; nth < 180; nth++) decided.push(await pressFor(page, nth % 3 === 0 ? 'r' : 'a'))
    assert.equal(new Set(decided).size, 180)
    await waitForCount(page, ALL - 180)

    // Undoes two decisions one by one, the last first.
    await undo(page, decided[179] ?? '', ALL - 179)
    await undo(page, decided[178] ?? '', ALL - 178)

    // Selects 22 and decides them together; the button names the number. One undo takes all of them back.
    for (let nth = 0; nth < 22; nth++) {
      await page.keyboard.press('x')
      await pressFor(page, 'j')
    }
    await page.getByRole('button', { name: /^Accept 22/ }).waitFor()
    // The effect is that of all of them, on both sides.
    const question = page.getByRole('region', { name: 'Question' })
    await question.getByRole('heading', { name: 'Accept 22 questions' }).waitFor()
    await question.locator('.effects li').first().waitFor({ timeout: 60_000 })
    await question.getByText('Comparing all of them').first().waitFor({ state: 'detached', timeout: 60_000 })
    assert.equal(await question.locator('.effects').count(), 2)
    assert.deepEqual(await findSeriousFindings(page), [])
    await page.keyboard.press('a')
    await waitForCount(page, ALL - 200)
    await undo(page, decided[178] ?? '', ALL - 178)
    await page.getByText('Took back 22 decisions.').waitFor()
    assert.deepEqual(faults, [])
    await page.close()
  })
}
