const NEVER = new Int32Array(new SharedArrayBuffer(4))

/** Stops this thread, as a process that gets no CPU time stands still: no timer fires, no socket is read, and nothing is computed. */
export const freeze = (ms: number): void => void Atomics.wait(NEVER, 0, 0, ms)

/** Stops this thread for so long in every turn of its event loop, until the returned function is called. */
export function startLateLoop(ms: number): () => void {
  let isOver = false
  const turn = (): void => {
    if (isOver) return
    freeze(ms)
    setImmediate(turn)
  }
  setImmediate(turn)
  return () => void (isOver = true)
}
