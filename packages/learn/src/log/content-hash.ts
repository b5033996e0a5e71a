/** A hash of 53 bits: enough to distinguish the contents of one site, and far smaller than the text. */
export function hashText(text: string, seed = 0): number {
  let left = 0xdead_beef ^ seed
  let right = 0x41c6_ce57 ^ seed
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    left = Math.imul(left ^ code, 2654435761)
    right = Math.imul(right ^ code, 1597334677)
  }
  left = Math.imul(left ^ (left >>> 16), 2246822507) ^ Math.imul(right ^ (right >>> 13), 3266489909)
  right = Math.imul(right ^ (right >>> 16), 2246822507) ^ Math.imul(left ^ (left >>> 13), 3266489909)
  return 4294967296 * (2097151 & right) + (left >>> 0)
}

/** Spreads a number over 32 bits. */
export function mix(value: number): number {
  let bits = Math.imul((value | 0) ^ Math.floor(value / 4294967296), 0x9e37_79b1)
  bits = Math.imul(bits ^ (bits >>> 15), 0x85eb_ca6b)
  return (bits ^ (bits >>> 13)) >>> 0
}

/** Assigns each content to one of two halves, so that each half can test what the other one proposed. */
export const assignHalf = (cluster: number): 0 | 1 => ((mix(cluster + 1) >>> 7) & 1) as 0 | 1
