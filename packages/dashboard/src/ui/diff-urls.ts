/** A piece of a URL: unchanged, only before, or only after. */
export interface DiffPart {
  readonly kind: 'same' | 'deleted' | 'inserted'
  readonly text: string
}

/** Beyond this, the table of the comparison would cost more than a frame. */
const MAX_TOKENS = 400

/**
 * What changes between two URLs, as deletions and insertions inside one text. It compares words between delimiters, so that a parameter is
 * deleted as a whole and not letter by letter.
 */
export function diffUrls(before: string, after: string): DiffPart[] {
  const [old, current] = [splitUrl(before), splitUrl(after)]
  const start = countCommon(old, current)
  const end = countCommon(old.slice(start).toReversed(), current.slice(start).toReversed())
  const [oldMiddle, currentMiddle] = [old.slice(start, old.length - end), current.slice(start, current.length - end)]
  const middle =
    oldMiddle.length * currentMiddle.length > MAX_TOKENS ** 2
      ? [part('deleted', oldMiddle.join('')), part('inserted', currentMiddle.join(''))]
      : alignTokens(oldMiddle, currentMiddle)
  return joinParts([
    part('same', old.slice(0, start).join('')),
    ...middle,
    part('same', old.slice(old.length - end).join('')),
  ])
}

const part = (kind: DiffPart['kind'], text: string): DiffPart => ({ kind, text })

/** Delimiters are words of their own; a pair of the query stays whole. */
const splitUrl = (url: string): string[] => url.match(/[a-z]+:\/\/|[/?&#.:]|[^/?&#.:]+/gi) ?? []

function countCommon(a: readonly string[], b: readonly string[]): number {
  let count = 0
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1
  return count
}

/** The longest common subsequence, by the table that every textbook has. */
function alignTokens(old: readonly string[], current: readonly string[]): DiffPart[] {
  const width = current.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = current.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = old[i] === current[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < current.length) {
    const [left, right] = [old[i] ?? '', current[j] ?? '']
    if (i < old.length && j < current.length && left === right) {
      parts.push(part('same', left))
      i += 1
      j += 1
    } else if (i < old.length && (j === current.length || at(i + 1, j) >= at(i, j + 1))) {
      parts.push(part('deleted', left))
      i += 1
    } else {
      parts.push(part('inserted', right))
      j += 1
    }
  }
  return parts
}

function joinParts(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = []
  for (const each of parts) {
    const last = joined.at(-1)
    if (each.text === '') continue
    if (last?.kind === each.kind) joined[joined.length - 1] = part(each.kind, last.text + each.text)
    else joined.push(each)
  }
  return joined
}
