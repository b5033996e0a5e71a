/** Where a character stands first between two offsets; the second of them where it does not. */
export function findBefore(char: string, text: string, from: number, end: number): number {
  const found = text.indexOf(char, from)
  return found === -1 || found > end ? end : found
}
