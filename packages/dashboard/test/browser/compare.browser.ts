import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launch, openPage, serve, type Served } from './start.ts'

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
before(async () => {
  ;[browser, server] = [await launch(), await serve()]
})
after(async () => {
  await browser.close()
  await server.stop()
})

test('two URLs are shown side by side, each with the rules that change it', async () => {
  const { page, faults } = await openPage(browser, server.url)
  const query = new URLSearchParams({ u: 'https://a.example/?utm_source=x', with: 'https://a.example/#top' })
  await page.goto(new URL(`/url?${query.toString()}`, server.url).href)
  await page.getByText('same page', { exact: true }).waitFor()
  const [first, second] = [page.locator('.side').nth(0), page.locator('.side').nth(1)]
  await first.getByText('remove-tracking-params').waitFor()
  await second.getByText('remove-fragment').waitFor()
  assert.deepEqual(faults, [])
})
