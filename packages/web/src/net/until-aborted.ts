/** The promise, or a rejection with the signal's reason as soon as that aborts. Leaves no listener behind. */
export async function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return promise
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    // Also if it has aborted already: a promise that no code waits for would end the process when it rejects.
    return await Promise.race([aborted, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
