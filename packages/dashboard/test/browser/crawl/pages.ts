import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findSeriousFindings } from '../support/find-serious-findings.ts'
import { openPage } from '../start.ts'
import type { Crawl } from './crawl.ts'

const KNOWN = 'https://legacy.example.edu/'
const inAddress = (url: string): string => encodeURIComponent(url)

/** The address of a page, and a text that it shows when it is complete. */
const PAGES = [
  ['/', 'dead URLs'],
  [`/url?u=${inAddress(`${KNOWN}?utm_source=x`)}`, 'Known page, reached by'],
  [`/url?u=${inAddress(KNOWN)}&with=${inAddress(`${KNOWN}#x`)}`, 'same page'],
  ['/pages', 'legacy.example.edu/'],
  ['/pages?q=docs', 'docs.example.org/'],
  ['/reviews', 'Does the parameter'],
  ['/links', 'links watched'],
  ['/links?view=time', 'Over time'],
  ['/links?verdict=all', 'status 200'],
  ['/links?verdict=gone', 'gone'],
  ['/frontier', 'too many redirects'],
  ['/frontier?state=dead&host=legacy.example.edu', 'Requeue'],
  ['/hosts', 'archive.example.org'],
  ['/hosts/legacy.example.edu', 'Disallow: /search'],
  ['/rules', 'strip sid'],
  ['/playground', 'examples pass'],
  ['/runs', '7,560 of 12,000'],
  ['/runs/1', 'Part 1 is done'],
  ['/settings', 'No token is needed'],
] as const

/** The first cell of a row names its thing: below 100 px, a URL is one letter wide. */
const FIND_NARROW_CELLS = `[...document.querySelectorAll('.list .item > :first-child')]
  .filter((cell) => cell.offsetWidth < 100)
  .map((cell) => cell.textContent)`

export function testPages(start: () => Crawl): void {
  describe('no page has errors or serious axe findings', () => {
    for (const [path, text] of PAGES)
      test(`${path}: shows "${text}"`, async () => {
        const { browser, url } = start()
        const { page, faults } = await openPage(browser, url)
        await page.goto(new URL(path, url).href)
        await page.getByText(text).first().waitFor({ timeout: 20_000 })
        assert.deepEqual(await findSeriousFindings(page), [])
        for (const width of [768, 360]) {
          await page.setViewportSize({ width, height: 740 })
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `wider than ${width} px`)
          const narrow = await page.evaluate(FIND_NARROW_CELLS)
          assert.deepEqual(narrow, [], `cells that are too narrow to read at ${width} px`)
        }
        assert.deepEqual(faults, [])
        await page.close()
      })
  })
}
