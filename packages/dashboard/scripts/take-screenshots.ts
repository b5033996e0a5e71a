// Pictures of the dashboard. Run it with: npm run screenshots [-- FOLDER]; build first.
//
// Without a folder it takes the pictures of the README and the documentation again. With one it takes every page in every state there: empty,
// full, loading and failed, light and dark, on a phone, a tablet, a laptop and a large screen, for a reviewer.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page, Route } from 'playwright-core'
import { generateDatabase } from '../test/browser/support/generate-database.ts'
import { launch, serve } from '../test/browser/start.ts'

const IMAGES = fileURLToPath(new URL('../../../docs/images', import.meta.url))
const PAGES = 100_000
/** A page with five URLs and two months of checks. */
const KNOWN = encodeURIComponent('HTTPS://Museum-40.Example:443/news/../?utm_source=newsletter#comments')

const ADDRESSES = {
  overview: '/',
  url: `/url?u=${KNOWN}`,
  compare: `/url?u=${KNOWN}&with=${encodeURIComponent('https://museum-40.example/')}`,
  pages: '/pages',
  reviews: '/reviews',
  links: '/links',
  frontier: '/frontier',
  'frontier-dead': '/frontier?state=dead&host=legacy.example.edu',
  hosts: '/hosts',
  host: '/hosts/news.example.net',
  rules: '/rules',
  playground: '/playground',
  runs: '/runs',
  run: '/runs/1',
  settings: '/settings',
} as const
type Name = keyof typeof ADDRESSES

const SIZES = {
  phone: [360, 740],
  tablet: [768, 1024],
  docs: [1200, 780],
  laptop: [1440, 900],
  large: [3840, 2160],
} as const
type Size = keyof typeof SIZES
type Scheme = 'light' | 'dark'

interface Picture {
  readonly name: Name
  readonly size: Size
  readonly scheme: Scheme
}

/** Replaces the response of the API; without it the server responds. */
type FakeResponse = (route: Route) => Promise<void> | undefined

const FAKE_RESPONSES: Readonly<Record<string, FakeResponse>> = {
  // No response: the page stays in its loading state.
  loading: () => undefined,
  failed: (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Unavailable',
        status: 503,
        code: 'store/unavailable',
        detail: 'The database does not respond.',
        fix: 'Check that it runs, then try again.',
      }),
    }),
}

async function open(browser: Browser, { size, scheme }: Picture): Promise<Page> {
  const [width, height] = SIZES[size]
  return browser.newPage({ colorScheme: scheme, viewport: { width, height }, reducedMotion: 'reduce' })
}

/** The page without bars where text will be. */
async function showFull(page: Page, url: string, name: Name): Promise<void> {
  await page.goto(new URL(ADDRESSES[name], url).href)
  await page.locator('main .card, main h1').first().waitFor()
  await page.locator('.loading').first().waitFor({ state: 'detached' })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

async function takeAll(browser: Browser, url: string, folder: string, state: string): Promise<void> {
  for (const name of Object.keys(ADDRESSES) as Name[])
    for (const size of ['phone', 'tablet', 'laptop', 'large'] as const)
      for (const scheme of ['light', 'dark'] as const) {
        if (scheme === 'dark' && size !== 'laptop') continue
        const page = await open(browser, { name, size, scheme })
        const respond = FAKE_RESPONSES[state]
        if (respond === undefined) await showFull(page, url, name)
        else {
          if (size !== 'laptop') {
            await page.close()
            continue
          }
          await page.route('**/api/v1/**', (route) => respond(route) ?? new Promise(() => undefined))
          await page.goto(new URL(ADDRESSES[name], url).href)
          await page
            .locator(state === 'loading' ? '.loading, main h1' : 'main [role=alert], main h1')
            .first()
            .waitFor()
        }
        await page.screenshot({ path: join(folder, `${name}-${state}-${size}-${scheme}.png`) })
        await page.close()
      }
}

async function takeForDocs(browser: Browser, url: string): Promise<void> {
  for (const name of ['overview', 'url', 'frontier'] as const)
    for (const scheme of ['light', 'dark'] as const) {
      const page = await open(browser, { name, size: 'docs', scheme })
      await showFull(page, url, name)
      await page.screenshot({ path: join(IMAGES, `dashboard-${name}-${scheme}.png`) })
      await page.close()
    }
}

const [folder] = process.argv.slice(2)
mkdirSync(folder ?? IMAGES, { recursive: true })
const browser = await launch()
const full = await serve((file) => generateDatabase(file, PAGES, Date.now()))
if (folder === undefined) await takeForDocs(browser, full.url)
else {
  for (const state of ['full', 'loading', 'failed']) await takeAll(browser, full.url, folder, state)
  const empty = await serve()
  await takeAll(browser, empty.url, folder, 'empty')
  await empty.stop()
}
await full.stop()
await browser.close()
