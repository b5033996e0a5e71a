// What the hosts of the loopback web answer; nothing here depends on chance, but for who asks first.

/** One in twenty hosts is dead: nobody listens where it is mapped to. */
export const isDeadHost = (index) => index % 20 === 19
/** One in ten asks for quiet with its thirtieth page. */
const isBusyHost = (index) => index % 10 === 3
/** One in twenty makes up links without end. */
const isTrapHost = (index) => index % 20 === 7

export const hostName = (index) => `host-${index}.example`
const readHostIndex = (host) => Number(/^host-(\d+)\.example$/.exec(host)?.[1] ?? -1)

const html = (title, links) => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: `<html><head><title>${title}</title></head><body><p>${`This is ${title}, and it says little. `.repeat(20)}</p>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join('\n')}</body></html>`,
})

const to = (location, status = 302) => ({ status, headers: { location } })

const refused = new Set()

/** Each page links to the next ten, so that all are found from the first. */
export function servePage(host, path, shape) {
  const index = readHostIndex(host)
  if (path === '/robots.txt') return { status: 200, headers: {}, body: 'User-agent: *\nDisallow: /private\n' }
  if (path.startsWith('/trap/')) return html(`a trap at ${path}`, [`${path}deeper/`, `${path}deeper/still/`])
  const number = Number(/^\/page\/(\d+)$/.exec(path)?.[1] ?? (path === '/' ? 0 : -1))
  if (number < 0 || number >= shape.pages)
    return path.startsWith('/moved/') ? html(`${host} ${path}`, []) : { status: 404, headers: {} }
  if (isBusyHost(index) && number === 30 && !refused.has(host)) return askForQuiet(host)
  return specialPage(host, index, number, shape) ?? html(`page ${number} of ${host}`, listLinks(index, number, shape))
}

function askForQuiet(host) {
  refused.add(host)
  return { status: 429, headers: { 'retry-after': '1' }, quietMs: 1000 }
}

/** In every hundred pages: five redirects here, three elsewhere, a loop, two that are gone, one that is slow. */
function specialPage(host, index, number, shape) {
  const kind = number % 50
  if (kind === 11 || kind === 12) return to(`/moved/${number}`, 301)
  if (kind === 13) return to(`http://${hostName((index + 1) % shape.hosts)}/moved/from-${index}-${number}`)
  if (kind === 14) return to(`/page/${number + 1}`)
  if (kind === 15) return to(`/page/${number - 1}`)
  if (kind === 16) return { status: 410, headers: {} }
  if (kind === 17) return { ...html(`slow page ${number} of ${host}`, []), delayMs: 200 }
  return null
}

function listLinks(index, number, { pages }) {
  const next = Array.from({ length: 10 }, (_, step) => number + step + 1).filter((page) => page < pages)
  const links = next.map((page) => `/page/${page}`)
  if (number === 5) links.push('/private/one', '/missing')
  if (isTrapHost(index) && number === 8) links.push('/trap/')
  return links
}
