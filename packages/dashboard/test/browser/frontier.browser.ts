import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from 'canonist/client'
import type { Browser } from 'playwright-core'
import { launch, openPage, serve, type Served } from './start.ts'

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
before(async () => {
  ;[browser, server] = [await launch(), await serve()]
  const urls = ['https://a.example/docs/1', 'https://a.example/docs/2', 'https://a.example/x', 'https://b.example/']
  await createClient({ url: server.url }).addFrontierUrls({ urls })
})
after(async () => {
  await browser.close()
  await server.stop()
})

test('an operator searches the queue by host and path, and forgets the matching URLs', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await page.goto(new URL('/frontier', server.url).href)
  await page.getByRole('link', { name: 'Leases' }).click()
  await page.getByText('No worker holds a URL.').waitFor()
  await page.getByRole('link', { name: 'Redirect conflicts' }).click()
  await page.getByText('No redirect is in conflict.').waitFor()
  await page.getByLabel('Host, or host/path').fill('a.example/do')
  await page.getByText('2 URLs loaded').waitFor()
  assert.match(page.url(), /[?&]q=a\.example%2Fdo/)
  await page.getByRole('button', { name: 'Forget 2…' }).click()
  await page.getByRole('button', { name: 'Forget 2', exact: true }).click()
  await page.getByText('2 URLs forgotten.').waitFor()
  await page.getByText('No URL matches.').waitFor()
  await page.getByRole('link', { name: 'States over time' }).click()
  await page.getByRole('button', { name: '1 week' }).click()
  await page.waitForURL(/[?&]span=168/)
  assert.deepEqual(faults, [])
})
