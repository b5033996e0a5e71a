import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage } from '../start.ts'
import type { Crawl } from './crawl.ts'

const HOST = 'legacy.example.edu'

const readNumber = (text: string): number => Number(text.replaceAll(/\D/g, ''))

/** Whether the list comes to the upper half of the screen within two seconds. */
const WAIT_FOR_LIST = `new Promise((done) => {
  const end = performance.now() + 2000
  const look = () => {
    const isThere = document.querySelector('.urls').getBoundingClientRect().top < innerHeight / 2
    if (isThere || performance.now() > end) done(isThere)
    else requestAnimationFrame(look)
  }
  look()
})`

export function testOperator(start: () => Crawl): void {
  test("an operator finds out why a host's URLs are dead, and requeues them", async () => {
    const { browser, url } = start()
    const { page, faults } = await openPage(browser, url)
    await page.goto(url)

    // The navigation has the number of hosts in trouble, as the overview does, and as the list of hosts.
    const refusing = await page
      .getByRole('link', { name: /^\d+ hosts? refuses? us/ })
      .locator('b')
      .textContent()
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: `Hosts ${refusing}` })
      .click()
    await page.getByRole('link', { name: `down ${refusing}`, exact: true }).click()
    await page.getByRole('table', { name: 'Hosts' }).getByRole('row').nth(Number(refusing)).waitFor()
    await page.goto(url)

    // The overview names the most frequent reasons and the host with most trouble; each leads to its rows.
    const reasons = page.getByRole('list', { name: 'Reasons' })
    await reasons.getByRole('link', { name: HOST }).waitFor()
    const reason = reasons.getByRole('link', { name: /^[\d,]+ / }).first()
    const [urls = '', ...words] = ((await reason.textContent()) ?? '').split(' ')
    assert.equal(await reasons.getByRole('link').count(), 4)
    await reason.click()
    await page.waitForURL((address) => address.search === `?state=dead&reason=${words.join('_')}`)
    await page.getByRole('button', { name: `Requeue ${urls}`, exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: /^[\d,]+ dead URLs/ }).click()
    // The rows behind the number are on the screen, although the table of reasons is above them.
    await page.getByRole('button', { name: /^Requeue [\d,]+$/ }).waitFor()
    assert.ok(await page.evaluate(WAIT_FOR_LIST), 'the list is not on the screen')

    // The cell of host and reason leads to its URLs.
    const cell = page.getByRole('link', { name: new RegExp(`^[\\d,]+ URLs of ${HOST}: too many redirects$`) })
    const count = readNumber((await cell.getAttribute('aria-label'))?.split(' ')[0] ?? '')
    await cell.click()
    const list = page.getByRole('table', { name: 'Queued URLs' })
    const first = list.getByRole('row').nth(1)
    await first.getByText('6 redirects, limit 5').waitFor()

    // Its page tells the reason in words, and what to do.
    await first.getByRole('link').first().click()
    await page
      .getByText(/too.many.redirects/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Requeue', exact: true }).waitFor()
    await page.goBack()

    // The button names how many it touches, and afterwards none of them is dead.
    await page.getByRole('button', { name: `Requeue ${count.toLocaleString('en')}` }).click()
    await page.getByText(`${count.toLocaleString('en')} URLs due again.`).waitFor({ timeout: 60_000 })
    await page.getByText('No URL matches.').waitFor()
    await cell.waitFor({ state: 'detached' })
    const pending = page.getByRole('link', { name: /^pending/ }).first()
    await pending.click()
    await list.getByRole('row').nth(1).waitFor()
    assert.match(page.url(), /state=pending/)
    assert.deepEqual(faults, [])
    await page.close()
  })
}
