// What HTTP alone costs: a handler of Hono that returns a constant, as small as an answer to a single lookup.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

const ANSWER = JSON.stringify({ ok: true, text: 'x'.repeat(600) })

const app = new Hono()
app.get('/', (c) => c.body(ANSWER, 200, { 'content-type': 'application/json' }))
const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`)
})
process.once('SIGTERM', () => process.exit(0))
