import { closeSync, openSync, readSync, writeSync } from 'node:fs'

import { Random } from '../support/random.mjs'

const WORDS = [
  'news',
  'about',
  'product',
  'item',
  'article',
  'archive',
  'category',
  'tag',
  'help',
  'forum',
  'wiki',
  'docs',
]
const PAGES_OF_HOST = 40
const CHUNK_BYTES = 1 << 18

/** The same URL for the same number on every machine; about 70 characters. */
export function makeUrl(number) {
  const random = new Random(number * 2_654_435 + 1)
  const host = Math.floor(number / PAGES_OF_HOST)
  const path = `${random.pick(WORDS)}/${random.pick(WORDS)}-${number.toString(36)}-${random.below(100_000)}`
  const query = random.chance(0.25) ? `?page=${random.below(20)}&id=${number}` : ''
  return `https://www.host-${host.toString(36)}-${host % 97}.example.com/${path}${query}`
}

/** Another spelling of it, as often as not. */
function spelledAgain(url, random) {
  if (random.chance(0.5)) return url
  return random.chance(0.5) ? `${url}#top` : `${url}${url.includes('?') ? '&' : '?'}utm_source=feed`
}

/** Writes a list in which every fifth line is a URL from anywhere before it. */
export function writeUrls(file, lines) {
  const fd = openSync(file, 'w')
  const random = new Random(42)
  let [made, text] = [0, '']
  for (let line = 0; line < lines; line++) {
    const isAgain = line % 5 === 4
    text += `${isAgain ? spelledAgain(makeUrl(random.below(made)), random) : makeUrl(made++)}\n`
    if (text.length < CHUNK_BYTES) continue
    writeSync(fd, text)
    text = ''
  }
  writeSync(fd, text)
  closeSync(fd)
}

/** The lines of a list, a piece at a time: the same reader for all contestants. */
export function* readUrls(file) {
  const fd = openSync(file, 'r')
  const bytes = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let kept = '', count = readSync(fd, bytes); count > 0; count = readSync(fd, bytes)) {
    const lines = (kept + bytes.latin1Slice(0, count)).split('\n')
    kept = lines.pop()
    yield lines
  }
  closeSync(fd)
}
