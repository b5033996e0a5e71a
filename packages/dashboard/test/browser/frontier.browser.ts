import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '@canonist/client'
import { openFrontier } from 'canonist/frontier'
import type { Browser } from 'playwright-core'
import { launch, openPage, serve, type Served } from './start.ts'
import { findSeriousFindings } from './support/find-serious-findings.ts'

/** More than the list loads at once, and more than one portion of a change. */
const MANY = 4500

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
before(async () => {
  ;[browser, server] = [await launch(), await serve(failSome)]
  const urls = ['https://a.example/docs/1', 'https://a.example/docs/2', 'https://a.example/x', 'https://b.example/']
  const many = Array.from({ length: MANY }, (_, nth) => `https://many.example/docs/${nth}`)
  const rest = ['https://many.example/x', 'https://many.example/y']
  await createClient({ url: server.url }).addFrontierUrls({ urls: [...urls, ...many, ...rest] })
})
/** URLs that are dead for three reasons, of two classes. */
async function failSome(file: string): Promise<void> {
  const frontier = await openFrontier(file)
  const reasons = ['not_found', 'gone', 'unsupported_type'] as const
  await frontier.submit(reasons.map((reason) => `https://${reason.replaceAll('_', '-')}.example/`))
  for (const claim of await frontier.claim()) {
    const reason = reasons.find((each) => claim.host === `${each.replaceAll('_', '-')}.example`)
    await frontier.updateFailed(claim, { reason: reason ?? 'gone' })
  }
  await frontier.close()
}

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
  await page.getByText('2 URLs', { exact: true }).waitFor()
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

test('an operator filters the queue by state, reason, host and text, all in the address', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await page.goto(new URL('/frontier', server.url).href)
  const list = page.getByRole('table', { name: 'Queued URLs' })
  await list.getByRole('row').nth(1).waitFor()
  const state = page.getByRole('combobox', { name: 'state' })
  await state.getByRole('option', { name: 'pending (4,' }).waitFor({ state: 'attached' })
  await state.selectOption('pending')
  await page.waitForURL(/[?&]state=pending/)
  await page.getByRole('combobox', { name: 'reason' }).waitFor()
  // Suggestions come while a host is typed; Enter takes it.
  const host = page.getByRole('combobox', { name: 'host' })
  await host.pressSequentially('ma')
  await page.locator('datalist option[value="many.example"]').waitFor({ state: 'attached' })
  await host.fill('many.example')
  await host.press('Enter')
  await page.waitForURL(/[?&]host=many\.example/)
  await page.getByLabel('Path, such as /docs').fill('/x')
  await page.getByText('1 URL', { exact: true }).waitFor()
  assert.equal(await list.getByRole('link').first().textContent(), 'https://many.example/x')
  assert.deepEqual(await findSeriousFindings(page), [])
  // The address alone brings everything back, also a reason that no URL has.
  await page.goto(`${page.url()}&reason=trap_suspected`)
  await page.getByText('No URL matches.').waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'reason' }).inputValue(), 'trap_suspected')
  await page.getByRole('button', { name: 'Remove the filter reason' }).click()
  await page.getByText('1 URL', { exact: true }).waitFor()
  // A path belongs to its host.
  await page.getByRole('button', { name: 'Remove the filter host' }).click()
  await page.waitForURL((url) => url.search === '?state=pending')
  assert.deepEqual(faults, [])
})

test('requeue and forget act on everything that the filters match, not only on the rows that are loaded', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await page.goto(new URL('/frontier?state=pending&q=many.example/docs', server.url).href)
  await page.getByText('4,500 URLs', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Requeue 4,500' }).click()
  await page.getByText('4,500 URLs due again.').waitFor()
  await page.getByRole('button', { name: 'Forget 4,500…' }).click()
  await page.getByText('All URLs in state pending, that begin with many.example/docs leave the queue').waitFor()
  await page.getByRole('button', { name: 'Forget 4,500', exact: true }).click()
  await page.getByText('4,500 URLs forgotten.').waitFor()
  await page.getByText('No URL matches.').waitFor()
  const { items } = await createClient({ url: server.url }).listFrontierUrls({ host: 'many.example' })
  assert.deepEqual(
    items.map(({ url }) => url),
    ['https://many.example/x', 'https://many.example/y'],
  )
  assert.deepEqual(faults, [])
})

test('an operator filters by several reasons and by a class of them, and requeues what they match', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await page.goto(new URL('/frontier?state=dead', server.url).href)
  const list = page.getByRole('table', { name: 'Queued URLs' })
  const readUrls = async (count: number): Promise<(string | null)[]> => {
    await page.getByText(count === 1 ? '1 URL' : `${count} URLs`, { exact: true }).waitFor()
    const urls = await list.getByRole('link').allTextContents()
    return urls.map((url) => new URL(url).hostname.replace('.example', '')).toSorted()
  }
  const reason = page.getByRole('combobox', { name: 'reason' })
  await reason.selectOption('gone')
  assert.deepEqual(await readUrls(1), ['gone'])
  await reason.selectOption({ label: '+ not found (1)' })
  await page.waitForURL(/[?&]reason=gone(?:,|%2C)not_found/)
  assert.deepEqual(await readUrls(2), ['gone', 'not-found'])
  assert.equal(await reason.locator('option:checked').textContent(), 'gone, not found')
  await page.getByRole('button', { name: 'Remove the filter reason' }).click()
  await page.getByRole('combobox', { name: 'class' }).selectOption('content')
  assert.deepEqual(await readUrls(1), ['unsupported-type'])
  assert.deepEqual(await findSeriousFindings(page), [])
  const shot = process.env['SCREENSHOT']
  if (shot !== undefined) await page.screenshot({ path: shot })
  await page.getByRole('button', { name: 'Requeue 1' }).click()
  await page.getByText('1 URL due again.').waitFor()
  assert.deepEqual(faults, [])
})
