import { after, before, describe } from 'node:test'
import type { Browser } from 'playwright-core'
import { generateDatabase } from '../support/generate-database.ts'
import { launch, serve, type Served } from '../start.ts'
import { testEditor } from './editor.ts'
import { testMainPaths } from './main-paths.ts'
import { testOperator } from './operator.ts'
import { testPages } from './pages.ts'
import { testSpeed } from './speed.ts'

/** A browser, and a server on the database of a crawl. */
export interface Crawl {
  readonly browser: Browser
  readonly url: string
}

/**
 * Everything that people do with the dashboard, on a crawl of this size.
 *
 * @param others more tests of the same server, before the stories change it
 */
export function testCrawl(pages: number, ...others: ((start: () => Crawl) => void)[]): void {
  describe(`a crawl of ${pages} pages`, () => {
    let [browser, server]: [Browser, Served] = [undefined, undefined] as never
    const start = (): Crawl => ({ browser, url: server.url })
    before(async () => {
      // Making the database blocks this thread for seconds, in which a browser could disconnect. So launch it afterwards.
      server = await serve((file) => generateDatabase(file, pages, Date.now()))
      browser = await launch()
    })
    after(async () => {
      await browser.close()
      await server.stop()
    })
    testPages(start)
    testMainPaths(start)
    testSpeed(start)
    for (const testOther of others) testOther(start)
    testOperator(start)
    testEditor(start)
  })
}
