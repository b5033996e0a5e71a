// Invented words, so that no page of one site looks like a page of another.
import { Random } from '../support/random.mjs'

const ONSETS = ['b', 'br', 'c', 'd', 'f', 'g', 'gl', 'h', 'k', 'l', 'm', 'n', 'p', 'pr', 'r', 's', 'st', 't', 'tr', 'v']
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'io']
const ENDS = ['', '', 'l', 'n', 'r', 's', 't', 'nd', 'rm', 'sk']

const WORDS = makeVocabulary(new Random(20_250_101), 4096)

function makeVocabulary(random, size) {
  const words = new Set()
  while (words.size < size) words.add(syllables(random, 2 + random.below(2)))
  return [...words]
}

function syllables(random, count) {
  let word = ''
  for (let index = 0; index < count; index += 1) word += random.pick(ONSETS) + random.pick(VOWELS)
  return word + random.pick(ENDS)
}

/** A generator of its own for whatever the keys name: what is drawn elsewhere does not change it. */
export function randomFor(...keys) {
  let hash = 0x81_1c_9d_c5
  const text = keys.join('\u0000')
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  return new Random(hash ^ (hash >>> 15))
}

export const words = (random, count) => Array.from({ length: count }, () => random.pick(WORDS))

export const slug = (random, shortest = 2, longest = 6) =>
  words(random, shortest + random.below(longest - shortest + 1)).join('-')

const HEX = '0123456789abcdef'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

export const hex = (random, length) => draw(random, HEX, length)
export const token = (random, length) => draw(random, LETTERS, length)

function draw(random, alphabet, length) {
  let text = ''
  for (let index = 0; index < length; index += 1) text += random.pick(alphabet)
  return text
}
