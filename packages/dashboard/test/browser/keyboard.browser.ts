import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '@canonist/client'
import type { Browser } from 'playwright-core'
import { launch, openPage, serve, type Served } from './start.ts'

let [browser, server]: [Browser, Served] = [undefined, undefined] as never
before(async () => {
  ;[browser, server] = [await launch(), await serve()]
  await createClient({ url: server.url }).addUrls({ urls: ['https://a.example/', 'https://A.example/?utm_source=x'] })
})
after(async () => {
  await browser.close()
  await server.stop()
})

test('the keyboard reaches everything: the first Tab skips to the content, and focus is always visible', async () => {
  const { page } = await openPage(browser, server.url)
  await page.goto(new URL('/pages', server.url).href)
  await page.getByRole('link', { name: 'https://a.example/' }).waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content')
  await page.keyboard.press('Enter')
  const seen: string[] = []
  for (let step = 0; step < 3; step++) {
    await page.keyboard.press('Tab')
    seen.push(await page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.textContent'))
    // The address field shows its focus by its frame.
    const isVisible = await page.evaluate(`(() => {
      const focused = document.activeElement
      const frame = focused.closest('.address') ?? focused
      const { outlineStyle, boxShadow } = getComputedStyle(frame)
      return outlineStyle !== 'none' || boxShadow !== 'none'
    })()`)
    assert.ok(isVisible, `no visible focus on ${seen.at(-1)}`)
  }
  assert.deepEqual(seen, ['URL', 'Host, or host and path', 'https://a.example/'])
  await page.close()
})

test('the key c opens the comparison with another URL', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await page.goto(new URL(`/url?u=${encodeURIComponent('https://a.example/')}`, server.url).href)
  await page.getByText('Known page, reached by 2 URLs').waitFor()
  await page.keyboard.press('c')
  await page.keyboard.type('https://A.example/#x')
  await page.keyboard.press('Enter')
  await page.getByText('same page', { exact: true }).waitFor()
  assert.match(page.url(), /with=https%3A%2F%2FA\.example%2F%23x/)
  assert.deepEqual(faults, [])
  await page.close()
})

test('nothing is animated if the system asks for reduced motion', async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  await page.route('**/api/v1/**', () => new Promise(() => undefined))
  await page.goto(new URL('/pages', server.url).href)
  await page.locator('.loading').first().waitFor()
  assert.equal(await page.evaluate('document.getAnimations().length'), 0)
  await page.close()
})
