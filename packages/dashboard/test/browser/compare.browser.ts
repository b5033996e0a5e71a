import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '@canonist/client'
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

test('two URLs stand side by side, each with the rules that change it', async () => {
  const { page, faults } = await openPage(browser, server.url)
  const query = new URLSearchParams({ u: 'https://a.example/?utm_source=x', with: 'https://a.example/#top' })
  await page.goto(new URL(`/url?${query.toString()}`, server.url).href)
  await page.getByText('same page', { exact: true }).waitFor()
  const [first, second] = [page.locator('.side').nth(0), page.locator('.side').nth(1)]
  await first.getByText('remove-tracking-params').waitFor()
  await second.getByText('remove-fragment').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL((url) => !url.searchParams.has('with'))
  await page.getByText('same page', { exact: true }).waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
})

test('two URLs that the registry knows as one page are the same page, whatever the rules say', async () => {
  const { page, faults } = await openPage(browser, server.url)
  const client = createClient({ url: server.url })
  await client.addUrls({ urls: ['https://a.example/x'] })
  const found = await client.findPage({ url: 'https://a.example/x' })
  // As if a redirect had led from the second URL to the page of the first.
  await page.route(/\/api\/v1\/lookup/, (route) => route.fulfill({ json: found }))
  const query = new URLSearchParams({ u: 'https://a.example/x', with: 'https://old.example/y' })
  await page.goto(new URL(`/url?${query.toString()}`, server.url).href)
  await page.getByText('differ in host and path, but the registry has evidence').waitFor()
  await page.getByText('same page', { exact: true }).waitFor()
  assert.deepEqual(faults, [])
  await page.close()
})
