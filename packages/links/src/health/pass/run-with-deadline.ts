import type { Pass } from './pass.ts'

/** A redirect may lead to a host that asks for a pause of a day. No check waits longer than this. */
const MAX_MS = 10 * 60 * 1000

/** Aborts the work if it takes too long, or together with the pass. */
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
