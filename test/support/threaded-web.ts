import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** By the first word of the path: a page in two pieces, after 100 and 200 ms, nothing ever, or a body that never ends. robots.txt is missing. */
const PROGRAM = `
  const { createServer } = require('node:http')
  const { parentPort } = require('node:worker_threads')
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end()
    if (request.url.startsWith('/silent')) return
    response.setHeader('content-type', 'text/html')
    if (!request.url.startsWith('/drip')) {
      setTimeout(() => response.write('<html><title>Tides</title>'), 100)
      return setTimeout(() => response.end('<p>High water'), 200)
    }
    const timer = setInterval(() => response.write('<p>'), 10)
    response.on('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

export interface ThreadedWeb {
  /** For `connectTo`: every host's port 80 leads here. */
  readonly connectTo: Readonly<Record<string, string>>
  close(): Promise<unknown>
}

/** A web in a thread of its own, which responds while the thread of the test stands still. */
export async function startThreadedWeb(): Promise<ThreadedWeb> {
  const thread = new Worker(PROGRAM, { eval: true })
  const [port] = (await once(thread, 'message')) as [number]
  return { connectTo: { ':80': `127.0.0.1:${port}` }, close: () => thread.terminate() }
}
