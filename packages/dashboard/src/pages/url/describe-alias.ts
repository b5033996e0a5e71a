/** What a place in the drawing has room for. */
const MAX_LABEL = 24

/**
 * A URL as a short label: without what it shares with the page, so that the difference is what one reads.
 *
 * @example describeAlias('https://a.example/x?utm_source=y', 'https://a.example/x') // '…/x?utm_source=y'
 */
export function describeAlias(url: string, canonical: string): string {
  if (url === canonical) return 'the page itself'
  let shared = 0
  while (shared < url.length && url[shared] === canonical[shared]) shared += 1
  const hostEnd = findHostEnd(url)
  if (shared < hostEnd) {
    const [host, page] = [readHost(url), readHost(canonical)]
    // Where only the spelling of scheme or host differs, all of it matters; on another host the scheme does not.
    return host.toLowerCase() === page.toLowerCase() ? shorten(url) : shorten(url.slice(url.indexOf('//') + 2))
  }
  const start = Math.max(url.lastIndexOf('/', shared - 1), hostEnd)
  return shorten(`…${url.slice(start)}`)
}

/** The path of a URL as a short label, or its host if there is no path. */
export function describePage(canonical: string, room: number): string {
  const end = findHostEnd(canonical)
  const path = canonical.slice(end)
  return path.length > 1 ? shorten(path, room) : shorten(canonical.slice(canonical.indexOf('//') + 2, end), room)
}

const readHost = (url: string): string => url.slice(url.indexOf('//') + 2, findHostEnd(url))

function findHostEnd(url: string): number {
  const end = url.slice(url.indexOf('//') + 2).search(/[/?#]/)
  return end === -1 ? url.length : url.indexOf('//') + 2 + end
}

const segmenter = new Intl.Segmenter('en')

/** By characters as people see them: half an emoji is a black diamond. */
function shorten(text: string, room = MAX_LABEL): string {
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment)
  if (characters.length <= room) return text
  const tail = Math.floor(room / 2) - 1
  return `${characters.slice(0, room - tail - 1).join('')}…${characters.slice(-tail).join('')}`
}
