import type { Pass } from './pass.ts'

/** A redirect may lead to a host that wants to be left alone for a day. Longer than this nobody waits. */
const MAX_MS = 10 * 60 * 1000

/** Calls work off that takes too long, or with the pass. */
export async function runWithDeadline<Result>(
  { sleep, signal }: Pass,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const [late, done] = [new AbortController(), new AbortController()]
  void sleep(MAX_MS, done.signal).then(
    () => late.abort(),
    () => undefined,
  )
  try {
    return await work(AbortSignal.any([signal, late.signal]))
  } finally {
    done.abort()
  }
}
