// A small invented web on your own machine, for the Get started pages: a shop, its blog with a feed, and a partner.
// `node examples/site.mjs [PORT]` serves every host below on one loopback port. Send requests there with
// `--connect-to :80:127.0.0.1:4488`, as in curl.
import { createServer } from 'node:http'

const page = (title, body, head = '') => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`,
})
const moved = (location) => ({ status: 301, headers: { location }, type: 'text/plain', body: 'Moved.' })
const gone = { status: 404, type: 'text/plain', body: 'Not found.' }

const GREEN = `<p>Green tea is steamed or pan-fired soon after picking, so the leaves keep their colour. Let boiling water cool for
five minutes, steep for two, and pour out all of it at once. The second cup is often better than the first.</p>`
const BLACK = `<p>Black tea is rolled and left to oxidize before it is dried. Use water just off the boil and steep for four
minutes. Milk goes well with the strong ones from Assam, lemon with the light ones from the hills.</p>`
const HOME = `<p>Tea by post since last spring. Everything is packed by hand on the day it ships.</p>
<ul><li><a href="/green">Green tea</a></li><li><a href="/green?utm_source=home">Green tea, our favourite</a></li>
<li><a href="/black">Black tea</a></li><li><a href="/oolong">Oolong</a></li><li><a href="/old/green-tea.html">From the old shop</a></li>
<li><a href="/basket">Basket</a></li><li><a href="http://partner.example/cups">Cups</a></li></ul>`

const ITEMS = ['First flush', 'How to store tea', 'Why the second cup is better', 'A visit to the hills']
let requests = 0

/** Like most feeds, it never has the same bytes twice: it says when it was built. */
function feed() {
  requests += 1
  const items = ITEMS.map((title, index) => `<item><guid>post-${index}</guid><title>${title}</title></item>`).join('')
  const built = new Date(Date.UTC(2026, 4, 4, 10, 0, requests)).toUTCString()
  return {
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel><title>Tea blog</title><link>http://blog.tea.example/</link><lastBuildDate>${built}</lastBuildDate>${items}</channel></rss>`,
  }
}

const ROBOTS = { type: 'text/plain', body: 'User-agent: *\nDisallow: /basket\n' }

/** By host and path; a query that the site does not read changes nothing, as on most sites. */
const SITES = {
  'tea.example': {
    '/robots.txt': () => ROBOTS,
    '/': () => page('Tea by post', HOME),
    '/green': () => page('Green tea', GREEN),
    '/black': () => page('Black tea', BLACK),
    '/old/green-tea.html': () => moved('http://tea.example/green'),
    '/basket': () => page('Basket', '<p>Your basket is empty.</p>'),
  },
  'blog.tea.example': { '/feed': feed, '/feed/': feed, '/rss.xml': () => moved('http://blog.tea.example/feed/') },
  'www.blog.tea.example': { '/feed': feed, '/feed/': feed },
  'partner.example': { '/cups': () => page('Cups', '<p>Cups without handles, in five glazes.</p>') },
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const answer = SITES[request.headers.host ?? '']?.[pathname]?.() ?? gone
  response.writeHead(answer.status ?? 200, { 'content-type': answer.type, ...answer.headers })
  response.end(answer.body)
})

server.on('error', ({ code, port, message }) => {
  const isTaken = code === 'EADDRINUSE'
  console.error(isTaken ? `Port ${port} is in use. Stop the other program, or name another port.` : message)
  process.exitCode = 1
})
server.listen(Number(process.argv[2] ?? 4488), '127.0.0.1', () => {
  const { port } = server.address()
  console.log(`The example web is at 127.0.0.1:${port}. Press Ctrl-C to stop it.`)
})
