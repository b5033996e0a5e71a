// An invented web of feeds, with the habits of real servers and the truth about each of them. The same on every machine.
import { Random } from '../support/random.mjs'

/** How often servers have which habit; guesses, in round numbers, that a reader may change. */
const HABITS = {
  // Which hosts answer: one redirects to the other, or both answer in place.
  host: [
    ['apex', 35],
    ['www', 30],
    ['both', 25],
    ['only', 10],
  ],
  scheme: [
    ['http redirects to https', 70],
    ['both answer', 18],
    ['https only', 4],
    ['http only', 8],
  ],
  slash: [
    ['redirects to the slash', 25],
    ['redirects away from it', 20],
    ['both answer', 35],
    ['one answers, the other is missing', 20],
  ],
  self: [
    ['none', 30],
    ['right', 40],
    ['another spelling', 15],
    ['elsewhere, and the same', 8],
    ['elsewhere, and not the same', 7],
  ],
}

/** One feed: its servers, what it declares, and a URL by which somebody came across it. */
export function makeSite(number, random = new Random(number * 7919 + 17)) {
  const habits = Object.fromEntries(
    Object.entries(HABITS).map(([name, choices]) => [name, pickWeighted(random, choices)]),
  )
  const apex = `site${number}.example.com`
  const site = { number, habits, apex, mirror: `mirror${number}.example.net`, isVolatile: random.chance(0.3), hits: 0 }
  const members = listSpellings(site)
  const alive = members.filter((url) => answer(site, url, false).status === 200)
  const tracking = random.chance(0.3) ? '?utm_source=mail' : ''
  site.input = random.pick(members.filter((url) => leadsSomewhere(site, url))) + tracking
  site.self = pickSelf(site, alive, random)
  return site
}

const pickWeighted = (random, choices) => choices[random.weighted(choices.map(([, weight]) => weight))][0]

function leadsSomewhere(site, url) {
  const { status, location } = answer(site, url, false)
  return location === undefined ? status === 200 : leadsSomewhere(site, location)
}

function listSpellings({ apex }) {
  const hosts = [apex, `www.${apex}`]
  return ['https', 'http'].flatMap((scheme) =>
    hosts.flatMap((host) => ['/feed', '/feed/'].map((path) => `${scheme}://${host}${path}`)),
  )
}

function pickSelf({ habits, mirror, number }, alive, random) {
  const { self } = habits
  if (self === 'none') return null
  if (self === 'elsewhere, and the same') return `https://${mirror}/feed`
  if (self === 'elsewhere, and not the same') return `https://other${number}.example.org/feed`
  return self === 'right' ? alive[0] : random.pick(alive)
}

/** What the servers of a site answer: a status, a place to go, or a body; a code where nobody listens. */
export function answer(site, text, isCounted = true) {
  const url = new URL(text)
  if (url.hostname === site.mirror) return found(site, isCounted)
  if (url.hostname !== site.apex && url.hostname !== `www.${site.apex}`)
    return { status: 200, body: feed(site, { title: 'Another' }) }
  const step = schemeStep(site, url) ?? hostStep(site, url) ?? slashStep(site, url)
  return step ?? found(site, isCounted)
}

function found(site, isCounted) {
  if (isCounted) site.hits += 1
  return { status: 200, body: feed(site, { built: site.isVolatile ? site.hits : 0 }) }
}

const redirect = (url, change) => ({ status: 301, location: Object.assign(new URL(url), change).href })
const REFUSED = { status: 0, code: 'ECONNREFUSED' }

function schemeStep({ habits: { scheme } }, url) {
  const isPlain = url.protocol === 'http:'
  if (scheme === 'http redirects to https' && isPlain) return redirect(url, { protocol: 'https:' })
  if ((scheme === 'https only' && isPlain) || (scheme === 'http only' && !isPlain)) return REFUSED
  return null
}

function hostStep({ habits: { host }, apex }, url) {
  const isWww = url.hostname.startsWith('www.')
  if (host === 'apex' && isWww) return redirect(url, { hostname: apex })
  if (host === 'www' && !isWww) return redirect(url, { hostname: `www.${apex}` })
  return host === 'only' && isWww ? REFUSED : null
}

function slashStep({ habits: { slash } }, url) {
  const hasSlash = url.pathname.endsWith('/')
  if (slash === 'redirects to the slash' && !hasSlash) return redirect(url, { pathname: '/feed/' })
  if (slash === 'redirects away from it' && hasSlash) return redirect(url, { pathname: '/feed' })
  return slash === 'one answers, the other is missing' && hasSlash ? { status: 404, body: 'nothing here' } : null
}

const ITEMS = Array.from({ length: 20 }, (_, n) => n + 1)

export function feed(site, { title = `Site ${site.number}`, built = 0 } = {}) {
  const self = site.self ? `<atom:link rel="self" href="${site.self}"/>` : ''
  const items = ITEMS.map(
    (n) =>
      `<item><guid>${title} ${n}</guid><title>Post ${n}</title><link>https://${site.apex}/p/${n}</link><description>${'Words. '.repeat(40)}</description></item>`,
  )
  return `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${title}</title><link>https://${site.apex}/</link>${self}<lastBuildDate>${built}</lastBuildDate>${items.join('')}</channel></rss>`
}

/** The URLs that answer in place with this very feed: whatever a contestant chooses must be one of them. */
export function findTruth(site) {
  const own = listSpellings(site).filter((url) => answer(site, url, false).status === 200)
  const mirrored = site.habits.self === 'elsewhere, and the same' ? [site.self] : []
  return {
    valid: new Set([...own, ...mirrored]),
    best: mirrored[0] ?? own.find((url) => own.every((other) => better(url, other))),
  }
}

/** https before http, no www before www, no slash before a slash: the order of the members is that of the score. */
function better(url, other) {
  const score = (text) =>
    (text.startsWith('https:') ? 100 : 0) + (text.includes('//www.') ? 0 : 50) + (text.endsWith('/') ? 0 : 20)
  return score(url) >= score(other)
}
