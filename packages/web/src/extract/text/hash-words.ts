/** A 32-bit hash of a word: FNV-1a over its UTF-16 code units, then mixed. */
export function hashWord(word: string): number {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < word.length; index += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01_00_01_93)
  }
  return mix(hash)
}

/** The hash of a sequence and one more hash; the order counts. */
export function chainHash(sequence: number, next: number): number {
  return mix(Math.imul(sequence, 31) + next)
}

/** Spreads each bit of a hash over all of it: the finalizer of MurmurHash3. */
export function mix(hash: number): number {
  let mixed = hash
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
