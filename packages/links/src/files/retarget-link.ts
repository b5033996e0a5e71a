import { readFoldedName, splitPairs } from '@canonist/web/internal/admit/pairs'
import { addFragment, type CertainUrl } from './certain-url.ts'

/**
 * The URL of a moved page as a link to it is written: with the fragment of the link, which stays with every visitor who is
 * redirected, and with the campaign tag that the maintainers set.
 *
 * @param tag the names of the parameters to keep
 * @returns null if the tag may change what the new URL means, as it does in a signed one
 */
export function retargetLink(
  target: string,
  url: string,
  tag: readonly string[],
  certainUrl: CertainUrl,
): string | null {
  const tagged = addPairs(target, listTagPairs(target, url, tag))
  const strip = (text: string): string => certainUrl(text, { spelling: true, tracking: true, session: false })
  return tagged === target || strip(tagged) === strip(target) ? addFragment(tagged, url) : null
}

/** The pairs of the tag as the link spells them, but for names that the target has itself. */
function listTagPairs(target: string, url: string, tag: readonly string[]): string[] {
  const wanted = new Set(tag.map(readFoldedName))
  const known = new Set(splitPairs(target).map(readFoldedName))
  return splitPairs(url.trim()).filter((pair) => {
    const name = readFoldedName(pair)
    return wanted.has(name) && !known.has(name)
  })
}

function addPairs(target: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return target
  const [, place = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(target) ?? []
  const joint = !place.includes('?') ? '?' : /[?&]$/.test(place) ? '' : '&'
  return `${place}${joint}${pairs.join('&')}${fragment}`
}
