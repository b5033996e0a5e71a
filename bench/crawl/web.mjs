// A web of many hosts on loopback, in a process of its own: pages with links, redirects within and between hosts, loops,
// a trap, hosts that ask for quiet now and then, slow ones, and hosts that are dead. It measures what is asked of it.
//
// From its parent it hears what to be, and tells where it listens; asked for a report, it tells what it saw.
import { createServer } from 'node:http'
import { servePage } from './site.mjs'

let shape = { hosts: 0, pages: 0 }
const hosts = new Map()
let [requests, pages] = [0, 0]

function look(host) {
  const now = performance.now()
  const seen = hosts.get(host) ?? { last: null, least: Infinity, quietUntil: 0, impatient: 0 }
  if (seen.last !== null) seen.least = Math.min(seen.least, now - seen.last)
  if (now < seen.quietUntil) seen.impatient += 1
  seen.last = now
  hosts.set(host, seen)
  requests += 1
  return seen
}

const server = createServer((request, response) => {
  const host = request.headers.host ?? ''
  const seen = look(host)
  const { status, headers, body = '', delayMs = 0, quietMs = 0 } = servePage(host, request.url ?? '/', shape)
  if (quietMs > 0) seen.quietUntil = performance.now() + quietMs
  if (status === 200 && request.url !== '/robots.txt') pages += 1
  const answer = () => response.writeHead(status, headers).end(body)
  if (delayMs === 0) answer()
  else setTimeout(answer, delayMs)
})

process.on('message', (message) => {
  if (message.shape !== undefined) {
    shape = message.shape
    server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  } else {
    const all = [...hosts.values()]
    const least = Math.min(...all.map((seen) => seen.least))
    const impatient = all.reduce((sum, seen) => sum + seen.impatient, 0)
    process.send({ report: { requests, pages, hosts: hosts.size, least, impatient } })
  }
})
process.on('disconnect', () => process.exit())
