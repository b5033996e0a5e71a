import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '@canonist/client'
import type { Browser } from 'playwright-core'
import { launch, openPage, serve, type Served } from './start.ts'

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
before(async () => {
  ;[browser, server] = [await launch(), await serve()]
  const client = createClient({ url: server.url })
  await client.addFrontierUrls({ urls: ['https://a.example/', 'https://b.example/'] })
})
after(async () => {
  await browser.close()
  await server.stop()
})

test('an operator sets the delay of a host, undoes it, and finds the hosts that are paused', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await page.goto(new URL('/hosts/b.example', server.url).href)
  await page.getByLabel('Minimum time between two requests').fill('5s')
  await page.keyboard.press('Enter')
  await page.getByText('set by hand (5 s)').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('set by hand').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Pause 2 h' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.goto(new URL('/hosts', server.url).href)
  await page.getByRole('link', { name: 'a.example' }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Condition' })
  assert.equal(await tabs.locator('[aria-current]').textContent(), 'all')
  await page.getByRole('link', { name: 'paused by a person' }).click()
  await page.getByRole('link', { name: 'a.example' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'b.example' }).waitFor()
  await page.goto(new URL('/hosts?condition=down', server.url).href)
  await page.getByText('No host is down.').waitFor()
  assert.deepEqual(faults, [])
})
