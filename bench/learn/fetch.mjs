// What a crawler notes down when it fetches a page: fingerprints of a text that is now and then not what it should be.
import { createHash } from 'node:crypto'

import { computeSimhash } from '@canonist/web/internal/extract/simhash'
import { words } from './words.mjs'

/** Of the noisy fetches: a changed word (an advert, a date), another half, an error page that says 200. */
const NOISE_KINDS = [
  [touch, 5],
  [changeHalf, 3],
  [showError, 2],
]

/**
 * The record of one fetch of a URL of a page. Chance depends on the URL, and on which of its fetches it is: more noise spoils the
 * same site.
 */
export function fetchPage(site, page, url, options, turn = 'fetch') {
  const answered = page.answer?.(url)
  if (answered !== undefined) return { url, ...answered }
  const random = site.randomFor(turn, url)
  const text = random.chance(options.noise) ? spoil(site, page.text, random) : page.text
  const prints = text === page.text ? (page.prints ??= fingerprint(page, text)) : fingerprint(page, text)
  return { url, ...PICK[options.fingerprints](prints), status: 200, ...declareCanonical(page, url) }
}

const PICK = {
  simhash: (prints) => prints,
  exact: ({ contentHash, size }) => ({ contentHash, size }),
  size: ({ size }) => ({ size }),
  none: () => ({}),
}

/** Files have no words, so no simhash. */
function fingerprint(page, text) {
  const contentHash = createHash('sha256').update(text).digest('hex').slice(0, 32)
  const size = 1800 + text.length * 3
  return page.isFile ? { contentHash, size } : { contentHash, simhash: computeSimhash(text), size }
}

function declareCanonical({ canonical }, url) {
  const claim = typeof canonical === 'function' ? canonical(url) : canonical
  return claim === undefined ? {} : { canonical: claim }
}

function spoil(site, text, random) {
  const [change] = NOISE_KINDS[random.weighted(NOISE_KINDS.map(([, weight]) => weight))]
  return change(text, random, site)
}

function touch(text, random) {
  const all = text.split(' ')
  all[random.below(all.length)] = words(random, 1)[0]
  return all.join(' ')
}

function changeHalf(text, random) {
  const all = text.split(' ')
  const kept = all.slice(0, all.length >> 1)
  return [...kept, ...words(random, all.length - kept.length)].join(' ')
}

function showError(text, random, site) {
  return site.text('the server is busy', 60)
}
