import { THRESHOLDS } from './thresholds.ts'

const { MAX_DIFFERING_BITS, MAX_COMPARED } = THRESHOLDS.contentClusters

/** The fingerprints of all fetches, one index per fetch. */
export interface Fingerprints {
  /** A number for each exact content; `NO_CONTENT` if it is unknown. */
  readonly exact: readonly number[]
  /** The two halves of each simhash; meaningless if `hasSimhash` is 0. */
  readonly high: readonly number[]
  readonly low: readonly number[]
  readonly hasSimhash: readonly number[]
}

export const NO_CONTENT = -1

/** Returns the cluster of each fetch: the same number for equal or similar contents, -1 for unknown content. */
export function clusterContents(prints: Fingerprints): Int32Array {
  const parents = Int32Array.from(prints.exact, (_, index) => index)
  const join = (a: number, b: number): void => void (parents[findRoot(parents, a)] = findRoot(parents, b))
  joinEqual(prints.exact, join)
  joinNear(prints, join)
  return Int32Array.from(prints.exact, (hash, index) =>
    hash === NO_CONTENT && prints.hasSimhash[index] === 0 ? -1 : findRoot(parents, index),
  )
}

function findRoot(parents: Int32Array, start: number): number {
  let at = start
  for (;;) {
    const parent = parents[at] as number
    if (parent === at) return at
    parents[at] = parents[parent] as number
    at = parent
  }
}

type Join = (a: number, b: number) => void

function joinEqual(keys: readonly number[], join: Join): void {
  const first = new Map<number, number>()
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as number
    if (key === NO_CONTENT) continue
    const known = first.get(key)
    if (known === undefined) first.set(key, index)
    else join(index, known)
  }
}

/** Two simhashes that differ in at most three bits share at least one of their four blocks of 16 bits. */
function joinNear({ high, low, hasSimhash }: Fingerprints, join: Join): void {
  const buckets = new Map<number, number[]>()
  const distance = (a: number, b: number): number =>
    countBits((high[a] as number) ^ (high[b] as number)) + countBits((low[a] as number) ^ (low[b] as number))
  for (let index = 0; index < hasSimhash.length; index++) {
    if (hasSimhash[index] === 0) continue
    let isKnown = false
    for (const key of splitBlocks(high[index] as number, low[index] as number)) {
      const bucket = getBucket(buckets, key)
      for (const other of isKnown ? [] : bucket) {
        const bits = distance(index, other)
        if (bits <= MAX_DIFFERING_BITS) join(index, other)
        if (bits === 0) isKnown = true
        if (isKnown) break
      }
      if (!isKnown && bucket.length < MAX_COMPARED) bucket.push(index)
    }
  }
}

/** @param high and low the bits in which two simhashes differ */
export const areNear = (high: number, low: number): boolean => countBits(high) + countBits(low) <= MAX_DIFFERING_BITS

function getBucket(buckets: Map<number, number[]>, key: number): number[] {
  const known = buckets.get(key)
  if (known !== undefined) return known
  const made: number[] = []
  buckets.set(key, made)
  return made
}

const splitBlocks = (high: number, low: number): readonly number[] => [
  high >>> 16,
  0x1_0000 + (high & 0xffff),
  0x2_0000 + (low >>> 16),
  0x3_0000 + (low & 0xffff),
]

function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x5555_5555)
  count = (count & 0x3333_3333) + ((count >>> 2) & 0x3333_3333)
  return (((count + (count >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24
}
