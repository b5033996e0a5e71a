import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '@canonist/client'
import type { Browser, Page } from 'playwright-core'
import { launch, openPage, serve, type Served } from './start.ts'

let [browser, server]: [Browser, Served] = [undefined as never, undefined as never]
before(async () => void ([browser, server] = [await launch(), await serve()]))
after(async () => {
  await browser.close()
  await server.stop()
})

test('an upload is shown until it is deleted', async () => {
  const client = createClient({ url: server.url })
  const { page, faults } = await openPage(browser, server.url)
  await page.goto(`${server.url}runs`)
  await page.getByText('No runs yet').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Uploads' }).count(), 0)
  await client.upload({ name: 'crawl.log', body: 'neither one\nnor the other\n' })
  await page.reload()
  const row = page.getByRole('row', { name: /crawl\.log 26 bytes \S+ none yet/ })
  await row.getByRole('button', { name: 'delete crawl.log' }).click()
  await page.getByText('No run has used it.').waitFor()
  await page.getByRole('button', { name: 'Delete 1 upload (26 bytes)' }).click()
  await page.getByText('crawl.log deleted.').waitFor()
  await row.waitFor({ state: 'detached' })
  assert.deepEqual((await client.listUploads()).items, [])
  assert.deepEqual(faults, [])
  await page.close()
})

// A browser opens six connections to a server. If each tab had a stream, the seventh would load nothing.
test('eight tabs share one event stream, which outlives the tab that opened it', async () => {
  const client = createClient({ url: server.url })
  const context = await browser.newContext()
  const tabs: Page[] = []
  for (let tab = 0; tab < 8; tab += 1) {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(`${server.url}runs`)
    await page.getByRole('heading', { name: 'Runs' }).waitFor()
    await page.getByRole('button', { name: 'Learn rules' }).waitFor()
    tabs.push(page)
  }
  for (const left of [tabs, tabs.slice(1)]) {
    const { id } = await client.startRun({ kind: 'learn' })
    for (const page of left) await page.getByRole('link', { name: `learn ${id}` }).waitFor()
    await left[0]?.close()
  }
  await context.close()
})
