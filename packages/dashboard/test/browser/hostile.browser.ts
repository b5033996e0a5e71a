import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCanonist } from '@canonist/server'
import type { Browser } from 'playwright-core'
import { findSeriousFindings } from './support/find-serious-findings.ts'
import { launch, openPage, serve, type Served } from './start.ts'

const LONG = `https://long.example/${'very-long-segment/'.repeat(110)}end?q=${'x'.repeat(40)}`
const HOSTILE = [
  LONG,
  'https://a.example/<img src=x onerror=alert(1)>',
  'https://a.example/?q="><script>alert(2)</script>',
  "https://a.example/#');alert(3)//",
  'https://a.example/\u202Egnp.exe',
  'https://a.example/مرحبا/שלום?emoji=😀👩‍👩‍👧',
  'https://xn--mgbh0fb.example/',
]
const SUBJECT = '<img src=x onerror=alert(4)> \u202E reversed'

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
before(async () => {
  browser = await launch()
  server = await serve(async (file) => {
    const canonist = await openCanonist(file)
    const registry = await canonist.registry()
    // 3,000 spellings of one page: more than a table or a drawing should hold at once.
    const spellings = Array.from({ length: 3000 }, (_, index) => `https://many.example/page?utm_source=${index}`)
    await registry.ingest([...HOSTILE, ...spellings])
    await (await canonist.frontier()).submit(HOSTILE)
    const detail = { sites: { 'a.example': { www: 'strip' } }, proof: SUBJECT, examples: [SUBJECT, ...HOSTILE] }
    await registry.raiseReviews([
      { kind: 'learned_rule', subject: `a.example: ${SUBJECT}`, detail, count: 1 },
      { kind: 'unknown_param', subject: `a.example ${SUBJECT}`, detail: { examples: HOSTILE }, count: 1 },
    ])
    await canonist.close()
  })
})
after(async () => {
  await browser.close()
  await server.stop()
})

const PATHS = [
  '/',
  '/pages',
  '/frontier',
  '/reviews',
  '/rules?state=all',
  '/links',
  ...HOSTILE.map((url) => `/url?u=${encodeURIComponent(url)}`),
  `/url?u=${encodeURIComponent(LONG)}&with=${encodeURIComponent(`${LONG}#x`)}`,
  `/frontier?host=${encodeURIComponent('"><script>alert(5)</script>')}`,
  `/hosts/${encodeURIComponent('<img src=x onerror=alert(6)>')}`,
]

test('hostile URLs and texts are shown as text, and no page is wider than a phone', async () => {
  const { page, faults } = await openPage(browser, server.url)
  page.on('dialog', (dialog) => {
    faults.push(`a script ran: ${dialog.message()}`)
    void dialog.dismiss()
  })
  for (const path of PATHS) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(new URL(path, server.url).href)
    await page.locator('main .card, main h1').first().waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    assert.equal(await page.locator('main img, main script, main iframe').count(), 0, path)
    await page.setViewportSize({ width: 360, height: 740 })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path)
  }
  assert.deepEqual(
    faults.filter((fault) => !/\b4\d\d\b/.test(fault)),
    [],
  )
  await page.close()
})

test('a page with thousands of URLs draws some of them, and lists all on demand', async () => {
  const { page } = await openPage(browser, server.url)
  await page.goto(new URL(`/url?u=${encodeURIComponent('https://many.example/page')}`, server.url).href)
  await page.getByText('Known page, reached by 3,000 URLs').waitFor()
  // The drawing has links.
  await page.locator('.graph a').first().click()
  await page.waitForURL(/utm_source/)
  await page.getByText('remove-tracking-params').waitFor()
  await page.getByText('All 3,000 URLs').click()
  const aliases = page.locator('.aliases li')
  await aliases.nth(99).waitFor()
  assert.equal(await aliases.count(), 100)
  await page.getByRole('button', { name: 'Show 100 more of 3,000' }).click()
  await aliases.nth(199).waitFor()
  assert.equal(await aliases.count(), 200)
  assert.deepEqual(await findSeriousFindings(page), [])
  await page.close()
})
