/** Collects items into batches of `size`. If reading fails, the items before the failure are passed on before it is thrown. */
export async function* toBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  try {
    for await (const item of items) {
      batch.push(item)
      if (batch.length < size) continue
      yield batch
      batch = []
    }
  } catch (error) {
    if (batch.length > 0) yield batch
    throw error
  }
  if (batch.length > 0) yield batch
}
