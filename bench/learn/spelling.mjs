// Ways in which sites and those who link to them spell one URL in many.
import { hex, slug, token } from './words.mjs'

/** `path?a=1&b=2`; pairs that are null are left out. */
export function withQuery(path, pairs) {
  const present = pairs.filter((pair) => pair !== null && pair !== undefined && pair !== '')
  return present.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${present.join('&')}`
}

/** The value in a share of all calls, else null. */
export const maybe = (random, share, value) => (random.chance(share) ? evaluate(value) : null)

const evaluate = (value) => (typeof value === 'function' ? value() : value)

export function shuffled(random, values) {
  const copy = [...values]
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    ;[copy[last], copy[other]] = [copy[other], copy[last]]
  }
  return copy
}

/** The pairs as they are, or in a share of all calls in any order. */
export const sometimesShuffled = (random, share, pairs) => (random.chance(share) ? shuffled(random, pairs) : pairs)

/** What campaigns hang onto a link. */
export function campaign(random) {
  const kind = random.below(4)
  if (kind === 0) return `fbclid=IwAR${token(random, 16)}`
  if (kind === 1) return `gclid=${token(random, 20)}`
  const medium = random.pick(['email', 'cpc', 'social'])
  const utm = [`utm_source=${slug(random, 1, 1)}`, `utm_medium=${medium}`]
  return kind === 2 ? utm.join('&') : [...utm, `utm_campaign=${hex(random, 6)}`].join('&')
}

/** Some letters in upper case, as people type them where case does not matter. */
export function recase(random, text) {
  const style = random.below(3)
  if (style === 0) return text.toLowerCase()
  if (style === 1) return text.toUpperCase()
  return text.replace(/[a-z]+/gi, (word) => word[0].toUpperCase() + word.slice(1).toLowerCase())
}
