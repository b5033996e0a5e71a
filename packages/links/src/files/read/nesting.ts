/** No one nests deeper by hand, and every level costs memory. */
export const MAX_DEPTH = 1000

export const TOO_DEEP = `it is nested deeper than ${MAX_DEPTH} levels`

/** Where brackets and braces are open too deep; -1 where they are not. A rough look: quotes and comments are not known here. */
export function findTooDeep(text: string): number {
  let depth = 0
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1))
    if (depth > MAX_DEPTH) return index
  }
  return -1
}
