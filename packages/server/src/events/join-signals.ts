/** A signal that is derived from others. */
export interface JoinedSignal {
  readonly signal: AbortSignal
  /** Lets go of the others. To be called when the signal is no longer needed. */
  release(): void
}

/**
 * Aborts with the first of several signals. Not by `AbortSignal.any`: a signal that lives as long as the server would keep some memory for
 * every signal that was ever derived from it.
 */
export function joinSignals(signals: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController()
  const abort = (): void => joined.abort()
  for (const signal of signals) {
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  }
  const release = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', abort)
  }
  return { signal: joined.signal, release }
}
