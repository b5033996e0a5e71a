import { mix } from './text/hash-words.ts'
import { createShingles } from './text/shingles.ts'

/** Neighbours say more than single words, above all where a character counts as a word. */
const WORDS_PER_FEATURE = 2

const [SEED_HIGH, SEED_LOW] = [0x9e_37_79_b9, 0x7f_4a_7c_15]

/**
 * A fingerprint of 64 bits as 16 hexadecimal digits: texts that differ little differ in few bits (Charikar 2002).
 * Each distinct pair of neighbouring words votes once on each bit. It is stored, so it may never change for a text.
 *
 * @example
 * simhash('') // '0000000000000000'
 */
export function computeSimhash(text: string): string {
  const [high, low] = [new ByteCounts(), new ByteCounts()]
  for (const feature of createShingles(text, WORDS_PER_FEATURE).hashes) {
    high.add(mix(feature ^ SEED_HIGH))
    low.add(mix(feature ^ SEED_LOW))
  }
  return formatVotes(high.votes()) + formatVotes(low.votes())
}

/** Counts the bytes of 32-bit hashes: four counts a hash instead of 32 votes, from which the votes follow. */
class ByteCounts {
  readonly #counts = new Uint32Array(4 * 256)

  add(hash: number): void {
    for (let byte = 0; byte < 4; byte += 1) {
      const index = byte * 256 + ((hash >>> (byte * 8)) & 0xff)
      this.#counts[index] = (this.#counts[index] ?? 0) + 1
    }
  }

  /** For each bit, how many more hashes have it set than not. */
  votes(): Int32Array {
    const votes = new Int32Array(32)
    for (const [index, count] of this.#counts.entries()) {
      const first = Math.floor(index / 256) * 8
      for (let bit = 0; bit < 8; bit += 1) {
        votes[first + bit] = (votes[first + bit] ?? 0) + (((index >>> bit) & 1) === 1 ? count : -count)
      }
    }
    return votes
  }
}

function formatVotes(votes: Int32Array): string {
  let half = 0
  for (let bit = 0; bit < 32; bit += 1) if ((votes[bit] ?? 0) > 0) half |= 1 << bit
  return (half >>> 0).toString(16).padStart(8, '0')
}

/**
 * In how many of 64 bits two fingerprints differ.
 *
 * @example
 * countDifferentBits('0000000000000000', '0000000000000003') // 2
 */
export function countDifferentBits(a: string, b: string): number {
  return countBits(parseHalf(a, 0) ^ parseHalf(b, 0)) + countBits(parseHalf(a, 8) ^ parseHalf(b, 8))
}

function parseHalf(fingerprint: string, start: number): number {
  return Number.parseInt(fingerprint.slice(start, start + 8), 16)
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}
