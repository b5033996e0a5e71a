/** The index of the last start that is not above the code point. The starts ascend from 0. */
export function findRun(starts: Uint32Array, codePoint: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((starts[middle] ?? 0) <= codePoint) low = middle
    else high = middle - 1
  }
  return low
}
