// Serves one feed for every host on loopback, in a process of its own.
import { createServer } from 'node:http'
import { feed, makeSite } from './sites.mjs'

const body = feed(makeSite(1))
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/rss+xml')
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit())
