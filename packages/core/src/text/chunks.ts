/**
 * Splits a list into chunks of a length; the last one may be shorter.
 *
 * @example [...splitIntoChunks([1, 2, 3], 2)] // [[1, 2], [3]]
 */
export function* splitIntoChunks<T>(items: readonly T[], length: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += length) yield items.slice(start, start + length)
}

/** The same for an async iterable. */
export async function* collectChunks<T>(items: AsyncIterable<T>, length: number): AsyncGenerator<readonly T[]> {
  let chunk: T[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < length) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
