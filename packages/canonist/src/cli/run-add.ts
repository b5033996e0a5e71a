import type { Health } from '../health/health.ts'
import type { Priority } from '../health/priority.ts'
import type { IngestReport } from '../registry/ingest/ingest.ts'
import type { Line } from '../registry/ingest/line.ts'
import type { AddFlags } from './add.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import { loadPolicy } from './load-policy.ts'
import { prioritise } from './prioritise.ts'
import { takeInLists, type TakeIn } from './take-in.ts'
import { useHealth } from './use-health.ts'
import { useRegistry } from './use-registry.ts'

export async function addUrls(
  environment: Environment,
  flags: AddFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const policy = flags.policy === undefined ? undefined : (await loadPolicy(flags.policy)).policy
  const { priority } = flags
  const takeIn: TakeIn = (lines, options) =>
    useRegistry(environment, flags, { policy }, async (registry) => {
      if (priority === undefined) return registry.ingest(lines, options)
      return useHealth(environment, flags, {}, (health) => {
        const watched = new WatchedLines(health, priority)
        return registry.ingest(watched.follow(lines), {
          ...options,
          onResume: (done) => {
            watched.done = done
            options.onResume?.(done)
          },
          onProgress: (done) => {
            watched.done = done
            options.onProgress?.(done)
          },
          onReport: async (report: IngestReport) => {
            await watched.finish()
            await options.onReport(report)
          },
        })
      })
    })
  return takeInLists(environment, flags, args, { noun: 'new page', takeIn })
}

/**
 * Sets the priority of pages while their lines are taken in: a page must be known before it has one, and stdin cannot be read
 * twice. Holds the lines that were read and are not yet written, which is a few batches, and no more.
 */
class WatchedLines {
  /** How many lines have been written. */
  done = 0
  readonly #health: Health
  readonly #priority: Priority
  readonly #waiting: { readonly end: number; readonly lines: readonly Line[] }[] = []
  #read = 0

  constructor(health: Health, priority: Priority) {
    this.#health = health
    this.#priority = priority
  }

  /** The same lines. Nothing writes between two blocks, so the priorities of the blocks before are written there. */
  async *follow(blocks: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Line[]> {
    for await (const lines of blocks) {
      this.#read += lines.length
      this.#waiting.push({ end: this.#read, lines })
      yield lines
      await this.#prioritise(this.done)
    }
  }

  finish(): Promise<void> {
    return this.#prioritise(this.#read)
  }

  async #prioritise(done: number): Promise<void> {
    for (let first = this.#waiting[0]; first !== undefined && first.end <= done; first = this.#waiting[0]) {
      await prioritise(this.#health, [first.lines], this.#priority)
      this.#waiting.shift()
    }
  }
}
