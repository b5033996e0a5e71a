import assert from 'node:assert/strict'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { send, type Handler } from '@canonist/test-support/loopback-web.ts'
import { crawlTests } from './support/crawl.ts'

const SUSPECTS = ['http://suspect.example/1', 'http://suspect.example/2', 'http://other.example/']
const LONGEST_MS = 30_000

/** Pages that take a while; tells which of them were under way at the same time as a suspect. */
function watchedPages(): { readonly pages: Handler; readonly beside: () => string[]; readonly visited: Set<string> } {
  const [underWay, beside, visited] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const note = (): void => {
    if (SUSPECTS.some((url) => underWay.has(url)) && underWay.size > 1) for (const url of underWay) beside.add(url)
  }
  const pages: Handler = (_request, response, { url, path }) => {
    if (path === '/robots.txt') return send(response, { status: 404 })
    underWay.add(url)
    note()
    response.once('finish', () => {
      underWay.delete(url)
      if (SUSPECTS.includes(url)) visited.add(url)
    })
    send(response, { body: `<html>${url}`, delayMs: 60 })
  }
  return { pages, beside: () => [...beside], visited }
}

for (const databases of await bothDatabases()) {
  const check = crawlTests(databases)
  const { pages, beside, visited } = watchedPages()

  check('suspects are visited alone, also by a worker that never runs out of other URLs', pages, async (crawl) => {
    await crawl.frontier.submit(SUSPECTS)
    // Due when the worker has been at work for a while.
    await crawl.database.run('update frontier_urls set claims = 2, is_suspect = 1, due_at = due_at + 1000')
    let next = 0
    const more = (count: number): string[] => Array.from({ length: count }, () => `http://h${(next += 1)}.example/`)
    await crawl.frontier.submit(more(8))
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), LONGEST_MS)
    await crawl.drain({
      concurrency: 4,
      signal: stop.signal,
      onPage: async () => {
        if (visited.size === SUSPECTS.length) stop.abort()
        // Two for each: the queue never gets empty.
        await crawl.frontier.submit(more(2))
      },
    })
    clearTimeout(timer)
    assert.deepEqual([...visited].toSorted(), SUSPECTS.toSorted())
    assert.deepEqual(beside(), [])
    assert.ok(next > 8, 'there were other URLs meanwhile')
  })
}
