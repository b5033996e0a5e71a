import type { Input } from './input.ts'
import { LineBlocks, BLOCK_BYTES } from './line-blocks.ts'
import { linesOf } from './lines.ts'
import type { Rejected } from './outcome.ts'
import { OrderedWrites } from './ordered-writes.ts'
import type { OnProgress } from './report.ts'

/** A line that asks for work of its own. */
export interface Task {
  readonly source: string
  /** From 1. */
  readonly line: number
  readonly text: string | Rejected
}

export interface TaskRun<Result> {
  /** How many tasks may be under way; what they wait for is theirs to share. */
  readonly most: number
  work(task: Task): Promise<Result>
  /** Takes the results in the order of the input. */
  write(task: Task, result: Result): Promise<void>
  readonly onProgress: OnProgress
}

/** Works on many lines at once and writes their results in order; an empty line is a task like any other. */
export async function runTasks<Result>(inputs: readonly Input[], run: TaskRun<Result>): Promise<void> {
  let done = 0
  const writes = new OrderedWrites<{ task: Task; result: Result; bytes: number }>(async ({ task, result, bytes }) => {
    await run.write(task, result)
    run.onProgress(bytes, (done += 1))
  })
  let before = 0
  for (const input of inputs) {
    before += await input.read(async (source) => {
      for await (const { task, bytes } of tasksOf(input.name, source)) {
        writes.add(run.work(task).then((result) => ({ task, result, bytes: before + bytes })))
        await writes.settle(run.most - 1)
      }
      return source.consumed()
    })
  }
  await writes.settle(0)
}

type Source = ConstructorParameters<typeof LineBlocks>[0]

async function* tasksOf(name: string, source: Source): AsyncGenerator<{ task: Task; bytes: number }> {
  const blocks = new LineBlocks(source, () => Buffer.allocUnsafe(BLOCK_BYTES))
  let line = 0
  for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
    for (const text of linesOf(block)) {
      line += 1
      yield { task: { source: name, line, text }, bytes: source.consumed() }
    }
  }
}
