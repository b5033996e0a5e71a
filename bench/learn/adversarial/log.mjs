// The parts that adversarial logs are built from: pages whose spellings mostly show the same content, and now and then do not.
import { randomFor } from '../words.mjs'

let draw = 0

/** Makes records with other random numbers than the benchmark, which has draw 0. */
export function makeInDraw(number, make) {
  draw = number
  try {
    return make()
  } finally {
    draw = 0
  }
}

/** A fixed number between 0 and 1 for whatever the keys name. */
export const drawFraction = (...keys) => randomFor(...(draw === 0 ? [] : [draw]), ...keys).fraction()

/**
 * A site on which `spellings` of a page show the same content, except on a share of the pages, where each shows its own.
 *
 * @param spellings functions from the number of a page to a URL; the first one is the page itself
 * @param share of the pages on which the spellings differ
 * @param fingerprint makes the fingerprints of a record from the name of a content
 * @param isShared whether all spellings but the first show the same other content there, instead of one each
 */
export function mostlyAlike(name, { pages, share, spellings, fingerprint = exact, isShared = false }) {
  const drawn = Array.from({ length: pages }, (_, page) => ({ page, place: drawFraction(name, 'split', page) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ page }) => page)
  const split = new Set(drawn.slice(0, Math.round(share * pages)))
  const isSplit = (page) => split.has(page)
  return Array.from({ length: pages }, (_, page) =>
    spellings.map((spell, index) => ({
      url: spell(page),
      status: 200,
      ...fingerprint(`${name} ${page}${isSplit(page) && index > 0 ? ` ${isShared ? 'other' : index}` : ''}`),
    })),
  ).flat()
}

export const exact = (content) => ({ contentHash: content })

/** The size of a page, as an access log has it: no two pages of a log that is small enough share one. */
export const sizeOnly = (content) => ({ size: 4096 + Math.floor(drawFraction('size', content) * 2 ** 24) })

/** A simhash, without a hash of the bytes; contents that differ only behind a tilde are nearly equal. */
export const simhashOnly = (content) => ({ simhash: makeSimhash(content) })

/** Both: bytes that differ, and a simhash that hardly does. */
export const bytesAndSimhash = (content) => ({ contentHash: content, simhash: makeSimhash(content) })

function makeSimhash(content) {
  const [page, variant = ''] = content.split('~')
  const random = randomFor('simhash', page)
  const bits = Array.from({ length: 64 }, () => (random.chance(0.5) ? 1 : 0))
  if (variant !== '') bits[randomFor('bit', variant).below(64)] ^= 1
  return BigInt(`0b${bits.join('')}`)
    .toString(16)
    .padStart(16, '0')
}

/** Each spelling of an unseen page against the first one. */
export const pairSpellings = (spellings, page = 9_000_001) => {
  const [first, ...others] = spellings.map((spell) => spell(page))
  return others.map((other) => [first, other])
}
