import { chainHash, hashWord } from './hash-words.ts'
import { HashList } from './hash-list.ts'
import { visitWords } from './words.ts'

/** The runs of so many words that a text holds, as a set, with the count of its words. */
export interface Shingles {
  /** Hashes, each once, in ascending order. */
  readonly hashes: Uint32Array
  /** Two characters of a script without spaces count as one word: that is about what a word there has. */
  readonly wordCount: number
}

/** The set of runs of `size` words; a shorter text is one run. */
export function createShingles(text: string, size: number): Shingles {
  const list = new HashList()
  const last = new Uint32Array(size)
  let [words, unspaced] = [0, 0]
  visitWords(text, (word, isUnspaced) => {
    last[words % size] = hashWord(word)
    words += 1
    if (isUnspaced) unspaced += 1
    if (words >= size) list.add(hashRun(last, words))
  })
  if (words > 0 && words < size) list.add(hashRun(last.subarray(0, words), words))
  return { hashes: list.distinct(), wordCount: words - unspaced + Math.ceil(unspaced / 2) }
}

/** `last` is a ring: the word that came `words` ago stands where the next one will. */
function hashRun(last: Uint32Array, words: number): number {
  let hash = 0
  for (let index = 0; index < last.length; index += 1) hash = chainHash(hash, last[(words + index) % last.length] ?? 0)
  return hash
}

/** How many of the runs of either text both have, from 0 to 1. */
export function computeSimilarity(a: Shingles, b: Shingles): number {
  const shared = countShared(a.hashes, b.hashes)
  const all = a.hashes.length + b.hashes.length - shared
  return all === 0 ? 1 : shared / all
}

/** How many of the runs of the shorter text the longer one has, from 0 to 1. */
export function computeContainment(a: Shingles, b: Shingles): number {
  const least = Math.min(a.hashes.length, b.hashes.length)
  return least === 0 ? 0 : countShared(a.hashes, b.hashes) / least
}

function countShared(a: Uint32Array, b: Uint32Array): number {
  let [shared, inA, inB] = [0, 0, 0]
  while (inA < a.length && inB < b.length) {
    const difference = (a[inA] ?? 0) - (b[inB] ?? 0)
    if (difference === 0) shared += 1
    if (difference <= 0) inA += 1
    if (difference >= 0) inB += 1
  }
  return shared
}
