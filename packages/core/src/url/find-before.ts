/** The offset of the first `char` between two offsets, or `end` if there is none. */
export function findBefore(char: string, text: string, from: number, end: number): number {
  const found = text.indexOf(char, from)
  return found === -1 || found > end ? end : found
}
