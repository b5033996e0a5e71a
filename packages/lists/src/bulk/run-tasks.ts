import type { Input } from '../io/input.ts'
import { LineBlocks, BLOCK_BYTES } from '../io/line-blocks.ts'
import { readLines } from '../io/lines.ts'
import type { RejectedLine } from '../io/line-outcome.ts'
import { OrderedWrites } from './ordered-writes.ts'

/** A line to process by itself. */
export interface Task {
  readonly source: string
  /** From 1. */
  readonly line: number
  readonly text: string | RejectedLine
}

export interface TaskRun<Result> {
  /** How many lines are read ahead of the one that is written next. */
  readonly maxAhead: number
  work(task: Task): Promise<Result>
  /** Takes the results in the order of the input, each as soon as those before it are out. */
  write(task: Task, result: Result): Promise<void>
  /** Takes a task that had begun when the signal aborted, in the order of the input as well. */
  leave(task: Task): Promise<void>
  /** Ends the run: finished results are written, unfinished tasks are left, no more lines are read. */
  readonly signal: AbortSignal
}

type Ended<Result> = { readonly task: Task; readonly result: Result } | { readonly task: Task; readonly isLeft: true }

/** Works on many lines at once and writes their results in order; an empty line is a task like any other. */
export async function runTasks<Result>(inputs: readonly Input[], run: TaskRun<Result>): Promise<void> {
  const writes = new OrderedWrites<Ended<Result>>((ended) =>
    'isLeft' in ended ? run.leave(ended.task) : run.write(ended.task, ended.result),
  )
  const raceAbort = createAbortRace(run.signal)
  for (const input of inputs) {
    if (run.signal.aborted) break
    await input.read(async (source) => {
      const tasks = readTasks(input.name, source)
      for (;;) {
        const next = await raceAbort(tasks.next(), null)
        if (next === null || next.done === true || run.signal.aborted) return
        const task = next.value
        const work = run.work(task).then((result) => ({ task, result }))
        writes.add(raceAbort(work, { task, isLeft: true as const }))
        await writes.drainTo(run.maxAhead - 1)
      }
    })
  }
  await writes.drainTo(0)
}

/** Counts the lines of the inputs that are not empty. */
export async function countTasks(inputs: readonly Input[]): Promise<number> {
  let count = 0
  for (const input of inputs) {
    await input.read(async (source) => {
      for await (const { text } of readTasks(input.name, source)) if (text !== '') count += 1
    })
  }
  return count
}

/** Returns the value, or `left` as soon as the signal aborts. */
type AbortRace = <Value, Left>(value: Promise<Value>, left: Left) => Promise<Value | Left>

/** Uses one listener for all tasks, because `Promise.race` with a long-lived promise would keep every task in memory. */
function createAbortRace(signal: AbortSignal): AbortRace {
  const waiting = new Set<() => void>()
  const leaveAll = (): void => {
    for (const leave of waiting) leave()
  }
  signal.addEventListener('abort', leaveAll, { once: true })
  return (value, left) =>
    new Promise((resolve, reject) => {
      const leave = (): void => resolve(left)
      waiting.add(leave)
      void value.then(resolve, reject).finally(() => waiting.delete(leave))
      if (signal.aborted) leave()
    })
}

type Source = ConstructorParameters<typeof LineBlocks>[0]

async function* readTasks(name: string, source: Source): AsyncGenerator<Task, void> {
  const blocks = new LineBlocks(source, () => Buffer.allocUnsafe(BLOCK_BYTES))
  let line = 0
  for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
    for (const text of readLines(block)) {
      line += 1
      yield { source: name, line, text }
    }
  }
}
