import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openCanonist } from '@canonist/server'
import type { Browser, Locator, Page } from 'playwright-core'
import { launch, serveFile, type Served } from './start.ts'

const folder = mkdtempSync(join(tmpdir(), 'canonist-access-'))
const [file, tokens] = [join(folder, 'canonist.db'), join(folder, 'tokens')]

let browser: Browser = undefined as never
before(async () => {
  const lines =
    'read r-secret-1234567890ab reader\nwrite w-secret-1234567890ab writer\nadmin a-secret-1234567890ab boss\n'
  writeFileSync(tokens, lines, { mode: 0o600 })
  const canonist = await openCanonist(file)
  await (await canonist.registry()).ingest(['https://a.example/', 'nonsense'])
  await (await canonist.frontier()).submit(['https://a.example/'])
  await canonist.close()
  browser = await launch()
})
after(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(server: Served, path: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(20_000)
  await page.goto(new URL(path, server.url).href)
  return page
}

async function logIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Your token').fill(token)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** A page, a text that it shows when it is complete, and the buttons that change something. */
const WRITERS = [
  ['/reviews', 'Nothing changes.', /^(?:Accept|Reject|Edit)/],
  ['/frontier?state=pending', '1 URL', /^(?:Requeue|Forget)/],
  ['/hosts/a.example', 'one request every', /^(?:Pause|Set delay)/],
  ['/runs', 'No runs yet', /^(?:Add a list|Learn)/],
  ['/playground', 'examples pass', /^Rekey/],
  [`/url?u=${encodeURIComponent('https://new.example/')}`, 'Not in the registry', /^Add to/],
  [`/url?u=${encodeURIComponent('https://queued.example/')}`, 'Not in the queue', /^Add to the queue/],
] as const

/** Opens each page, and looks for its buttons when the server has said who the caller is. */
async function openWriters(page: Page, url: string, look: (buttons: Locator, path: string) => Promise<void>) {
  for (const [path, text, name] of WRITERS) {
    const caller = page.waitForResponse((response) => response.url().endsWith('/api/v1/caller'))
    await page.goto(new URL(path, url).href)
    await caller
    await page.getByText(text).first().waitFor()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await look(page.getByRole('button', { name }), path)
  }
}

const expectNone = async (buttons: Locator, path: string): Promise<void> => assert.equal(await buttons.count(), 0, path)
const expectSome = (buttons: Locator): Promise<void> => buttons.first().waitFor()

describe('buttons that need another role are hidden', () => {
  test('a token with the role read sees no button that writes; an admin sees all of them', async () => {
    const server = await serveFile(file, '--tokens', tokens)
    const page = await open(server, '/reviews')
    await logIn(page, 'r-secret-1234567890ab')
    await page.waitForURL(/\/reviews$/)
    await page.getByText('reader may read').waitFor()
    await page.getByText('a decision needs the role write').waitFor()
    await openWriters(page, server.url, expectNone)
    await page.goto(new URL('/settings', server.url).href)
    await page.getByText('Only an admin sees the tokens.').waitFor()
    // For how long things are kept is the server's to say, to everyone.
    const runs = page.getByRole('row', { name: 'Runs and their logs 30 days after they ended fixed' })
    await runs.waitFor()
    await page.getByRole('row', { name: 'Events for live updates the 10,000 newest fixed' }).waitFor()
    await page.getByRole('row', { name: 'History of URLs in the frontier 90 days keepLogMs' }).waitFor()
    await page.getByRole('button', { name: 'log out' }).click()
    await logIn(page, 'a-secret-1234567890ab')
    await page.getByText('API').waitFor()
    await openWriters(page, server.url, expectSome)
    await page.close()
    await server.stop()
  })

  test('a read-only server says so, and shows no button that writes', async () => {
    const server = await serveFile(file, '--read-only')
    const page = await open(server, '/')
    await page.getByText('read-only').waitFor()
    await openWriters(page, server.url, expectNone)
    await page.close()
    await server.stop()
  })
})

test('an expired session opens the login page, and the login returns to the same page', async () => {
  const server = await serveFile(file, '--tokens', tokens)
  const page = await open(server, '/frontier?state=pending')
  await logIn(page, 'w-secret-1234567890ab')
  await page.getByRole('button', { name: 'Requeue 1' }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Requeue 1' }).click()
  await page.getByLabel('Your token').waitFor()
  await logIn(page, 'wrong')
  await page.getByRole('alert').waitFor()
  await logIn(page, 'w-secret-1234567890ab')
  await page.getByRole('button', { name: 'Requeue 1' }).waitFor()
  assert.match(page.url(), /\/frontier\?state=pending$/)
  await page.close()
  await server.stop()
})

test('after a login, the return address never opens another host', async () => {
  const server = await serveFile(file, '--tokens', tokens)
  for (const from of [
    '//evil.example/',
    'https://evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/%09/evil.example',
  ]) {
    const page = await open(server, `/login?from=${encodeURIComponent(from)}`)
    await logIn(page, 'r-secret-1234567890ab')
    await page.waitForURL((url) => url.pathname !== '/login')
    assert.equal(new URL(page.url()).origin, new URL(server.url).origin)
    await page.close()
  }
  await server.stop()
})

test('an admin sees who is logged in, and logs a browser out', async () => {
  const server = await serveFile(file, '--tokens', tokens)
  const [admin, writer] = [await open(server, '/settings'), await browser.newContext()]
  await logIn(admin, 'a-secret-1234567890ab')
  const page = await writer.newPage()
  await page.goto(new URL('/runs', server.url).href)
  await logIn(page, 'w-secret-1234567890ab')
  await page.getByText('No runs yet').waitFor()
  await admin.reload()
  const row = admin.getByRole('row', { name: 'writer' })
  await row.getByRole('button', { name: 'end this session of writer' }).first().click()
  await admin.getByText('1 session ended.').waitFor()
  // The server has cut off the page's event stream.
  await page.getByLabel('Your token').waitFor()
  assert.match(page.url(), /\/login\?from=%2Fruns$/)
  await page.close()
  await admin.close()
  await server.stop()
})

test('a banner reports a stopped server, and the page reloads its data when the server is back', async () => {
  const first = await serveFile(file)
  const { port } = new URL(first.url)
  const page = await open(first, '/pages')
  await page.getByText('1 page', { exact: true }).waitFor()
  await first.stop()
  await page.getByText('The server does not respond.').waitFor({ timeout: 60_000 })
  const canonist = await openCanonist(file)
  await (await canonist.registry()).ingest(['https://b.example/'])
  await canonist.close()
  const second = await serveFile(file, '--port', port)
  await page.getByText('The server does not respond.').waitFor({ state: 'detached', timeout: 60_000 })
  await page.getByRole('link', { name: 'https://b.example/' }).waitFor()
  await page.close()
  await second.stop()
})
