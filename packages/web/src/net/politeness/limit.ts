/** Runs the work as soon as there is room for it. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs at most this many pieces of work at once; the others wait in order. */
export function createLimit(most: number): Limit {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
