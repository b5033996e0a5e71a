/** How long work is watched and stopped; `Progress` is what it counts. */
export interface RunOptions<Progress extends readonly unknown[] = [done: number]> {
  /** Stops the work at the next step; what is done until then stays, and the reason of the signal is thrown. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((...progress: Progress) => void) | undefined
}

/** Reports a step, or ends the work there. */
export function createStep<Progress extends readonly unknown[]>({
  signal,
  onProgress,
}: RunOptions<Progress>): (...progress: Progress) => void {
  return (...progress) => {
    signal?.throwIfAborted()
    onProgress?.(...progress)
  }
}

/** The same for rows that are read one after the other. */
export async function* stopOnAbort<T>(rows: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  for await (const row of rows) {
    signal?.throwIfAborted()
    yield row
  }
}
