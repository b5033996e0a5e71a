import { openFrontier } from '../../../../src/frontier/open-frontier.ts'
import { createFetcher } from '@canonist/web/internal/resolve/fetcher'
import { work } from '../../../../src/worker/worker.ts'

// node crawl-with-culprit.ts LOCATION PORT CULPRIT LEASE: a worker that drains the queue, and that the page CULPRIT kills.
const [location = '', port = '', culprit = '', leaseMs = ''] = process.argv.slice(2)

const frontier = await openFrontier(location, { leaseMs: Number(leaseMs), hostDelayMs: 50, retryBaseMs: 200 })
const exchanger = createFetcher({ connectTo: { ':80': `127.0.0.1:${port}` } })
await work(frontier, {
  exchanger,
  drain: true,
  concurrency: 16,
  onPage: ({ url }) => {
    if (url === culprit) process.kill(process.pid, 'SIGKILL')
  },
})
await exchanger.close()
await frontier.close()
