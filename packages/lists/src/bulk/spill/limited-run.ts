import { tmpdir, uptime } from 'node:os'
import type { Input } from '../../io/input.ts'
import type { BlockResult, BlockWork } from '../block-work.ts'
import { BulkError } from '../errors.ts'
import { InputProgress, type InputPosition } from './input-progress.ts'
import type { MemoryLimit } from './memory-limit.ts'
import { SpillFolder, type SpillPlace } from './spill-folder.ts'

/** The state is saved after this many bytes, and less often in a longer list, because saving flushes all files. */
const [SAVE_AFTER_BYTES, SAVE_AFTER_SHARE, MAX_SAVE_AFTER_BYTES] = [2e6, 1 / 16, 64e6]

/** The saved state of a run, except that of its collector. */
interface SavedRun<Saved> {
  readonly salt: string
  readonly inputs: readonly InputPosition[]
  readonly collected: Saved
}

/** Collects what a run reads, within its limit of memory. */
export interface Collector<Saved> {
  /** Whether it has replayed everything that it must before it can load the saved state. */
  readonly isReplayed: boolean
  /** Loads the saved state. */
  catchUp(): void
  /** Flushes everything to its files; null while all is in memory. */
  save(): Saved | null
  close(): void
}

/**
 * A run over lists that may not fit into memory: its temporary folder, which is made when it is first needed, and what is needed to resume it.
 */
export class LimitedRun<Saved> {
  readonly #limit: MemoryLimit
  readonly #place: SpillPlace
  readonly #saved: SavedRun<Saved> | null
  readonly #salt: string
  #folder: SpillFolder | null = null
  #progress: InputProgress | null = null
  #collector: Collector<Saved> | null = null
  /** Bytes of blocks, and how many of them there were when the state was saved. */
  #read = 0
  #lastSaved = 0

  /** @param identity of a run that can be resumed */
  constructor(limit: MemoryLimit, identity: string | null, salt: string) {
    const { temp, output, onStale } = limit
    this.#limit = limit
    const bootTime = Date.now() - uptime() * 1000
    this.#place = { folder: temp ?? tmpdir(), identity, bootTime, output, onStale }
    SpillFolder.removeReplaced(this.#place)
    const saved = SpillFolder.readSaved(this.#place) as SavedRun<Saved> | null
    // Held from now on, so that no other process takes over the same files.
    this.#saved = saved !== null && this.openFolder().isResumable ? saved : null
    this.#salt = this.#saved?.salt ?? salt
  }

  /** The salt of the interrupted run, because its files are partitioned by it. */
  get salt(): string {
    return this.#salt
  }

  get saved(): Saved | null {
    return this.#saved?.collected ?? null
  }

  openFolder(): SpillFolder {
    return (this.#folder ??= SpillFolder.open(this.#place))
  }

  /** The inputs to read; call it before `wrap`. */
  watch(inputs: readonly Input[], collector: Collector<Saved>): Input[] {
    this.#collector = collector
    this.#progress = new InputProgress(
      this.#saved?.inputs ?? [],
      () => collector.isReplayed,
      () => collector.catchUp(),
    )
    return this.#progress.watch(inputs)
  }

  /** Wraps the work on a block: skips it if the interrupted run did it, and saves the state from time to time. */
  wrap(work: BlockWork): BlockWork {
    const progress = this.#progress
    if (progress === null) return work
    const wrapped = progress.wrap(work)
    return (block, memory) => {
      const result = wrapped(block, memory)
      this.#advance(block.length)
      return result
    }
  }

  /** Whether all blocks that follow are new. Until then, blocks must go through `wrap`. */
  get isCaughtUp(): boolean {
    return this.#progress?.isCaughtUp !== false
  }

  /** Counts a new block that did not go through `wrap`, and saves the state from time to time. */
  count(result: BlockResult, read: number): void {
    this.#progress?.count(result, read)
    this.#advance(read)
  }

  #advance(read: number): void {
    this.#read += read
    const wait = Math.max(this.#limit.saveAfterBytes ?? SAVE_AFTER_BYTES, this.#lastSaved * SAVE_AFTER_SHARE)
    if (this.#read - this.#lastSaved >= Math.min(wait, MAX_SAVE_AFTER_BYTES)) this.save()
  }

  save(): void {
    if (this.#progress?.isCaughtUp !== true || this.#folder?.isResumable !== true) return
    const collected = this.#collector?.save() ?? null
    if (collected === null) return
    this.#folder.save({ salt: this.#salt, inputs: this.#progress.positions, collected }, Date.now())
    this.#lastSaved = this.#read
  }

  /** Runs to the end and removes the files. After a failure, the files that are needed to resume stay. */
  async run<T>(use: () => Promise<T>): Promise<T> {
    try {
      const result = await use()
      this.#collector?.close()
      this.#folder?.remove()
      return result
    } catch (error) {
      this.#collector?.close()
      if (error instanceof BulkError && error.code === 'bulk/changed-input') this.#folder?.remove()
      else this.#folder?.leave()
      throw error
    }
  }
}
