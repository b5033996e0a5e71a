import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { createClient } from '@canonist/client'
import type { Browser, Download, Page } from 'playwright-core'
import { launch, openPage, serve, type Served } from './start.ts'
import { findSeriousFindings } from './support/find-serious-findings.ts'

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
before(async () => {
  ;[browser, server] = [await launch(), await serve()]
  const urls = ['https://example.com/tea', 'https://www.example.com/tea', 'https://example.com/deal?ref=partner']
  await createClient({ url: server.url }).addUrls({ urls: [...urls, 'https://example.com/deal'] })
})
after(async () => {
  await browser.close()
  await server.stop()
})

async function openPlayground() {
  const opened = await openPage(browser, server.url)
  await opened.page.goto(new URL('/playground', server.url).href)
  await opened.page.getByText('in this browser').waitFor()
  return opened
}

const save = async (page: Page, button: string): Promise<Download> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return download
}

test('the playground shows merges and splits with their rules, and filters them by rule', async () => {
  const { page, faults } = await openPlayground()
  await page.getByText('1 merge', { exact: true }).waitFor()
  await page.getByText('1 split', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'strip-www' }).click()
  await page.getByText('split: https://example.com/deal').waitFor({ state: 'detached' })
  assert.match(page.url(), /[?&]rule=strip-www/)
  await page.getByRole('button', { name: 'Remove the filter rule' }).click()
  await page.getByRole('button', { name: 'by rule' }).click()
  await page.getByRole('heading', { name: 'remove-listed-params 1 change' }).waitFor()
  const csv = readFileSync(await (await save(page, 'Download all')).path(), 'utf8')
  assert.match(csv, /"merge","https:\/\/example\.com\/tea","https:\/\/www\.example\.com\/tea","strip-www"/)
  assert.equal((await save(page, 'Save as file')).suggestedFilename(), 'mine.yaml')
  assert.deepEqual(faults, [])
})

test('the editor completes nested fields, and runs the examples of the policy as tests', async () => {
  const { page } = await openPlayground()
  const editor = page.getByLabel('Policy, as YAML or JSON')
  await editor.fill('name: other\nsites:\n  e.com:\n    query:\n      ')
  await editor.pressSequentially('tra')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'core', exact: true }).click()
  assert.match(await editor.inputValue(), / {6}tracking: core$/)
  await editor.pressSequentially('\nexamples: [{ input: "https://e.com/?utm_source=x", url: "https://e.com/y" }]')
  await page.getByText('0 of 1 examples pass').waitFor()
  await page.getByText('fails', { exact: true }).waitFor()
})

test('the user uploads a file as the sample', async () => {
  const { page } = await openPlayground()
  const list = ['https://a.example/x', 'https://www.a.example/x', 'https://a.example/z'].join('\n')
  await page
    .getByLabel('A sample of URLs')
    .setInputFiles({ name: 'urls.txt', mimeType: 'text/plain', buffer: Buffer.from(list) })
  await page.getByText('3 URLs in').waitFor()
  await page.getByText('1 page stays').waitFor()
})

test('the user compares a policy with the active one, sees a report before the rekey, and undoes it', async () => {
  const { page } = await openPlayground()
  await page.getByRole('button', { name: 'Compare with dedupe' }).click()
  await page.getByRole('cell', { name: 'query.keep' }).waitFor()
  await page.getByText('2 pages would merge into 1. 1 page would split into 2.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Rekey…' }).click()
  await page.getByRole('button', { name: /^Rekey \d pages$/ }).click()
  await page.getByRole('button', { name: 'Compare with mine' }).waitFor()
  await page.getByText('0 merges', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('got the former key back').waitFor()
  await page.getByRole('button', { name: 'Compare with dedupe' }).waitFor()
})

test('the settings open a policy in the playground, and a message about an invalid one is shown once', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await page.goto(new URL('/settings', server.url).href)
  await page.getByRole('link', { name: 'links', exact: true }).click()
  await page.waitForURL(/\/playground\?policy=links$/)
  const editor = page.getByLabel('Policy, as YAML or JSON')
  await page.getByText('my-links').first().waitFor()
  await editor.fill('name: mine\nquery:\n  stripp: [sid]\n')
  const message = page.getByText('query.stripp is not a field of a policy')
  await message.waitFor()
  assert.equal(await message.count(), 1)
  assert.deepEqual(faults, [])
  await page.close()
})

test('a field that does not exist is named with the one that was meant, which a click writes', async () => {
  const { page, faults } = await openPlayground()
  const editor = page.getByLabel('Policy, as YAML or JSON')
  await editor.fill('name: mine\nquery:\n  stripp: [ref]\n')
  const fault = page.getByRole('alert')
  await fault.getByText('query.stripp is not a field of a policy. Did you mean strip?').waitFor()
  assert.deepEqual(await findSeriousFindings(page), [])
  await fault.getByRole('button', { name: 'strip', exact: true }).click()
  await fault.waitFor({ state: 'detached' })
  assert.equal(await editor.inputValue(), 'name: mine\nquery:\n  strip: [ref]\n')
  assert.deepEqual(faults, [])
})
