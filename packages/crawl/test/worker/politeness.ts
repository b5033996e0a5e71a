import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { COMPILE_CACHE } from '@canonist/test-support/command.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { joinProgram } from '@canonist/test-support/join-program.ts'
import { send, type Handler } from '@canonist/test-support/loopback-web.ts'
import { openCrawl } from './support/crawl.ts'
import { listGaps } from './support/gaps.ts'

const SCRIPT = await joinProgram(fileURLToPath(new URL('support/processes/crawl-politely.ts', import.meta.url)))
const WORKERS = 20

export interface PolitenessRun {
  readonly delayMs: number
  /** How long the host is crawled. */
  readonly forMs: number
  /** Over which the workers are spread. */
  readonly processes: number
}

/** Every third page redirects to another one of the host, and some take their time. */
const pages: Handler = (_request, response, { path }) => {
  const number = Number(path.slice(1))
  if (path === '/robots.txt') return send(response, { status: 404 })
  if (number % 3 === 0) return send(response, { status: 302, headers: { location: `/${number + 100_000}` } })
  return send(response, { body: `<html>${path}`, delayMs: number % 5 === 4 ? 30 : 0 })
}

/** Twenty workers on one host; tells the least pause that the host saw, and how many requests. */
export async function crawlOneHost(
  { freshLocation }: TestDatabases,
  { delayMs, forMs, processes }: PolitenessRun,
): Promise<{ least: number; requests: number }> {
  const crawl = await openCrawl(await freshLocation(), pages, { hostDelayMs: delayMs })
  try {
    await crawl.frontier.submit(Array.from({ length: 500 }, (_, number) => `http://a.example/${number + 1}`))
    const numbers = [crawl.web.plainPort, WORKERS / processes, delayMs, forMs].map(String)
    const args = ['--conditions=canonist-source', SCRIPT, crawl.location, ...numbers]
    const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE }
    await Promise.all(Array.from({ length: processes }, () => promisify(execFile)(process.execPath, args, { env })))
    const gaps = listGaps(crawl.web.requests, 'a.example')
    const { leased } = await crawl.frontier.countByState()
    assert.equal(leased, 0, 'all leases were given back')
    return { least: Math.min(...gaps), requests: gaps.length + 1 }
  } finally {
    await crawl.close()
  }
}
