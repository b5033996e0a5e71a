/** The lines of a body, without their ends, as they come. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const [reader, decoder] = [body.getReader(), new TextDecoder()]
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (!done) continue
      if (rest !== '') yield rest
      return
    }
  } finally {
    // Does nothing to a body that was read to its end.
    reader.cancel().catch(() => undefined)
  }
}

/** Items that are sent together. */
const MOST_AT_ONCE = 1000

/** An item waits this long for others to be sent with. */
const PATIENCE_MS = 20

/** Puts items into groups: as many as there are at once, but none waits for others that come much later. */
export async function* gather<T>(
  source: Iterable<T> | AsyncIterable<T>,
  most = MOST_AT_ONCE,
): AsyncGenerator<readonly T[], void, void> {
  yield* Symbol.asyncIterator in source ? gatherLate(source, most) : gatherNow(source, most)
}

function* gatherNow<T>(source: Iterable<T>, most: number): Generator<readonly T[], void, void> {
  let group: T[] = []
  for (const item of source) {
    group.push(item)
    if (group.length < most) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

async function* gatherLate<T>(source: AsyncIterable<T>, most: number): AsyncGenerator<readonly T[], void, void> {
  const iterator = source[Symbol.asyncIterator]()
  const take = (): Promise<IteratorResult<T>> => {
    const next = iterator.next()
    // Its error is thrown where it is waited for, which may be later.
    next.catch(() => undefined)
    return next
  }
  let next = take()
  try {
    for (let first = await next; first.done !== true; first = await next) {
      const group = [first.value]
      next = take()
      const late = startTimer(PATIENCE_MS)
      while (group.length < most) {
        const result = await Promise.race([next, late.isOver])
        if (result === null || result.done === true) break
        group.push(result.value)
        next = take()
      }
      late.stop()
      yield group
    }
  } finally {
    // Not awaited: a source that never yields would never return.
    iterator.return?.().catch(() => undefined)
  }
}

function startTimer(ms: number): { readonly isOver: Promise<null>; stop(): void } {
  let stop = (): void => undefined
  const isOver = new Promise<null>((resolve) => {
    const timer = setTimeout(() => resolve(null), ms)
    stop = () => clearTimeout(timer)
  })
  return { isOver, stop }
}
