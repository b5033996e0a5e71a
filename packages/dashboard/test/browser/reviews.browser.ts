import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCanonist } from '@canonist/server'
import type { Browser } from 'playwright-core'
import { launch, openPage, serve, type Served } from './start.ts'

const SITES = ['a.example', 'b.example']

/** Two sites with three pages each, which differ in a parameter that nobody has decided on. */
async function fill(file: string): Promise<void> {
  const canonist = await openCanonist(file)
  const registry = await canonist.registry()
  await registry.ingest(SITES.flatMap((host) => [1, 2, 3].map((nth) => `https://${host}/tea?view=${nth}`)))
  await registry.raiseReviews(
    SITES.map((host) => ({ kind: 'unknown_param', subject: `${host} view`, detail: {}, count: 3 })),
  )
  await canonist.close()
}

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
before(async () => {
  ;[browser, server] = [await launch(), await serve(fill)]
})
after(async () => {
  await browser.close()
  await server.stop()
})

test('an editor sees what a decision about several questions changes, before it is made', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await page.goto(new URL('/reviews', server.url).href)
  await page.getByText('3 pages merge into 1.').waitFor()
  await page.getByRole('button', { name: 'decide them together' }).click()
  await page.getByRole('heading', { name: 'Accept 2 questions' }).waitFor()
  await page.getByText('2 rules join the policy; no registered page changes.').waitFor()
  await page.getByText('6 pages merge into 2; 6 URLs get another key.').waitFor()
  // A single question that is selected, but is not the one on the screen, counts as well.
  await page.keyboard.press('x')
  await page.getByRole('heading', { name: 'Reject 1 question', exact: true }).waitFor()
  await page.getByText('3 pages merge into 1; 3 URLs get another key.').waitFor()
  await page.getByRole('button', { name: 'Select none' }).click()
  await page.getByText('3 pages merge into 1.', { exact: true }).waitFor()
  assert.deepEqual(faults, [])
})
