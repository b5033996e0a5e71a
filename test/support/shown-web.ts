import { send, type Handler, type Routes } from './loopback-web.ts'

// The web that the pages show: whatever their commands ask is answered from here.

const TEA =
  'Green tea is steamed or fired soon after it is picked, so that the leaves keep their colour. Pour water that has ' +
  'cooled for five minutes, wait two minutes more, and pour all of it at once; the second cup is often the better one.'

const page = (text: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Tea</title>${head}</head><body><p>${text}</p></body></html>`

const feed = (built: string): string =>
  `<rss version="2.0"><channel><title>Tea</title><link>https://www.example.com/blog</link><lastBuildDate>${built}</lastBuildDate>` +
  `<item><guid>1</guid><title>First flush</title><description>${TEA}</description></item></channel></rss>`

let times = 0

/** A living feed: no two answers are the same bytes. */
const livingFeed: Handler = (_, response) =>
  send(response, { body: feed(`Mon, 16 Nov 2026 10:00:${(times += 1)} GMT`) })

const redirect = (status: number, location: string) => ({ status, headers: { location } })

export const SHOWN_WEB: Routes = {
  'http://www.example.com/blog/feed/?utm_source=mail': redirect(
    301,
    'https://www.example.com/blog/feed/?utm_source=mail',
  ),
  'https://www.example.com/blog/feed/?utm_source=mail': livingFeed,
  'https://example.com/blog/feed': livingFeed,

  'https://shop.example.com/tea?utm_campaign=may': {
    body: page(TEA, '<link rel="canonical" href="https://www.example.com/tea/green">'),
  },
  'https://www.example.com/tea/green': {
    body: page(TEA, '<link rel="canonical" href="https://www.example.com/tea/green">'),
  },

  'https://go.example.net/42': redirect(301, 'https://www.example.org/tea'),
  'https://www.example.org/tea': redirect(302, '/en/tea'),
  'https://www.example.org/en/tea': { body: page(TEA) },
  'https://go.example.net/44': redirect(301, 'http://10.0.0.1/admin'),
}
