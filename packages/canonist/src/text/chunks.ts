/**
 * A list in pieces of a length, the last of which may be shorter.
 *
 * @example [...chunksOf([1, 2, 3], 2)] // [[1, 2], [3]]
 */
export function* chunksOf<T>(items: readonly T[], length: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += length) yield items.slice(start, start + length)
}

/** The same of what comes one after the other. */
export async function* chunksFrom<T>(items: AsyncIterable<T>, length: number): AsyncGenerator<readonly T[]> {
  let chunk: T[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < length) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
