import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { AxeResults } from 'axe-core'
import { createClient } from 'canonist/client'
import type { Browser } from 'playwright-core'
import { launch, openPage, serve, type Served } from './start.ts'

// Every page in a real browser, on a real server with the example data. Run with: npm run test:browser

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const KNOWN = 'https://shop.example.com/tea'

const PAGES = [
  ['/', 'Needs you'],
  [`/url?u=${encodeURIComponent(`${KNOWN}?utm_source=x`)}`, 'Known page, reached by'],
  [`/url?u=${encodeURIComponent('https://unknown.example/')}`, 'Not in the registry'],
  [`/url?u=${encodeURIComponent(KNOWN)}&with=${encodeURIComponent(`${KNOWN}#x`)}`, 'same page'],
  ['/pages', '/tea/green'],
  ['/pages?q=docs', 'docs.example.net'],
  ['/reviews', 'questions'],
  ['/links', 'No link was checked yet'],
  ['/frontier', 'The queue is empty'],
  ['/hosts', 'Hosts'],
  ['/rules', 'Nothing learned yet'],
  ['/playground', 'examples pass'],
  ['/runs', 'Runs'],
  ['/settings', 'No token is needed'],
] as const

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
before(async () => {
  ;[browser, server] = [await launch(), await serve()]
  await createClient({ url: server.url }).loadExamples()
})
after(async () => {
  await browser.close()
  await server.stop()
})

for (const scheme of ['light', 'dark'] as const)
  describe(`pages, ${scheme}`, () => {
    for (const [path, text] of PAGES)
      test(`${path}: shows "${text}", without errors or serious findings of axe`, async () => {
        const { page, faults } = await openPage(browser, server.url, scheme)
        await page.goto(new URL(path, server.url).href)
        await page.getByText(text).first().waitFor({ timeout: 20_000 })
        await page.evaluate(AXE)
        const { violations } = await page.evaluate<AxeResults>('axe.run()')
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        assert.deepEqual(
          serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          [],
        )
        assert.deepEqual(faults, [])
        await page.close()
      })
  })
