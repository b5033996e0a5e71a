import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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

test('a newcomer with an empty database adds a list and finds its duplicates', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await page.goto(server.url)
  await page.getByText('This database is empty').waitFor()
  const list = ['https://a.example/x', 'https://A.example/x?utm_source=y', 'https://a.example/z'].join('\n')
  await page
    .getByLabel('A list of URLs')
    .setInputFiles({ name: 'urls.txt', mimeType: 'text/plain', buffer: Buffer.from(list) })
  await page.getByRole('heading', { name: /^ingest \d+$/ }).waitFor()
  await page.getByText('done', { exact: true }).waitFor({ timeout: 20_000 })
  await page.getByLabel('URL', { exact: true }).fill('https://a.example/x')
  await page.keyboard.press('Enter')
  await page.getByText('Known page, reached by 2 URLs').waitFor()
  await page.getByText('All 2 URLs').click()
  await page.getByRole('link', { name: 'https://A.example/x?utm_source=y' }).click()
  await page.getByText('remove-tracking-params').waitFor()
  assert.match(page.url(), /\/url\?u=https%3A%2F%2FA\.example%2Fx%3Futm_source%3Dy$/)
  assert.deepEqual(faults, [])
})

test('a page is called a home page only where its URL says so', async () => {
  const { page, faults } = await openPage(browser, server.url)
  const kinds = {
    'https://kinds.example/': 'homepage',
    'https://kinds.example/prices': '',
    'https://kinds.example/search?page=2&q=tea': 'section',
  }
  await createClient({ url: server.url }).addUrls({ urls: Object.keys(kinds) })
  await page.goto(new URL('/pages?host=kinds.example', server.url).href)
  for (const [url, kind] of Object.entries(kinds)) {
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: url, exact: true }) })
    await row.waitFor()
    assert.equal(await row.getByRole('cell').nth(1).textContent(), kind)
  }
  for (const [url, kind] of Object.entries(kinds)) {
    await page.goto(new URL(`/url?u=${encodeURIComponent(url)}`, server.url).href)
    await page.getByText('Known page, reached by 1 URL').waitFor()
    assert.deepEqual(await page.locator('.verdict .chip.note').allTextContents(), kind === '' ? [] : [kind])
  }
  assert.deepEqual(faults, [])
})

test('a run that ends while its page loads is shown as done', async () => {
  const { page } = await openPage(browser, server.url)
  const list = { name: 'urls.txt', mimeType: 'text/plain', buffer: Buffer.from('https://a.example/x') }
  const client = createClient({ url: server.url })
  let reads = 0
  await page.route(/\/api\/v1\/runs\/\d+$/, async (route) => {
    const response = await route.fetch()
    if (reads++ > 0) return route.fulfill({ response })
    // The first response is made to look as if the run had not ended, and arrives after an event about runs.
    const { id } = await client.upload({ name: 'others.txt', body: new Blob(['https://a.example/y']) })
    await client.startRun({ kind: 'ingest', options: { upload: id } })
    await sleep(2000)
    return route.fulfill({
      response,
      json: { ...((await response.json()) as object), state: 'running', endedAt: null },
    })
  })
  await page.goto(new URL('/runs', server.url).href)
  await page.getByLabel('A list of URLs').setInputFiles(list)
  await page.getByRole('heading', { name: /^ingest \d+$/ }).waitFor()
  await page.getByText('done', { exact: true }).waitFor({ timeout: 10_000 })
})

test('an editor decides by keyboard, and undoes the decision', async () => {
  const { page } = await openPage(browser, server.url)
  await page.goto(new URL('/playground', server.url).href)
  await page.evaluate(() =>
    fetch('/api/v1/urls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"urls":["nonsense","https://exa mple.com/"]}',
    }),
  )
  await page.goto(new URL('/reviews', server.url).href)
  await page.getByRole('heading', { name: '2 questions' }).waitFor()
  await page.getByRole('button', { name: /^Accept/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('a')
  await page.getByRole('heading', { name: '1 question' }).waitFor({ timeout: 10_000 })
  await page.keyboard.press('u')
  await page.getByRole('heading', { name: '2 questions' }).waitFor({ timeout: 10_000 })
})
