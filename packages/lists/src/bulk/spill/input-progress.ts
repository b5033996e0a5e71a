import { cutBadRows } from '../../io/bad-row.ts'
import type { Input } from '../../io/input.ts'
import { addTally, createTally, type FirstRejected, type Tally } from '../../io/line-outcome.ts'
import type { BlockResult, BlockWork } from '../block-work.ts'

/** How far an input was read: plain data, so that it can be saved. */
export interface InputPosition {
  /** Bytes of all blocks so far. */
  readonly bytes: number
  readonly lines: number
  readonly fileLines: number
  readonly rejected: number
  readonly schemeless: number
  readonly first: FirstRejected | null
}

/**
 * Counts how much of every input was read, and skips the part that an interrupted run had already read.
 *
 * Blocks are *replayed* until `isReplayed` says that the run is in the state that was saved first, then *skipped* up to the saved
 * position, then *new*. Must never process a block that spans the saved position; such a block is cut there.
 */
export class InputProgress {
  readonly #saved: readonly InputPosition[]
  readonly #isReplayed: () => boolean
  readonly #onCaughtUp: () => void
  readonly #positions: { bytes: number; tally: Tally }[] = []
  /** Which input is being read. */
  #current = -1

  /** @param saved of each input that was read; the last of them perhaps not to its end */
  constructor(saved: readonly InputPosition[], isReplayed: () => boolean, onCaughtUp: () => void) {
    this.#saved = saved
    this.#isReplayed = isReplayed
    this.#onCaughtUp = onCaughtUp
  }

  /** Returns the same inputs, and notes which of them is being read. */
  watch(inputs: readonly Input[]): Input[] {
    return inputs.map((input, index) => {
      const read: Input['read'] = (use) => {
        // Some inputs are read twice: first for the names of their fields.
        this.#positions[index] = { bytes: 0, tally: createTally() }
        this.#current = index
        return input.read(use)
      }
      return { ...input, read }
    })
  }

  get positions(): InputPosition[] {
    return this.#positions.map(({ bytes, tally: { lines, fileLines, rejected, schemeless, first } }) => ({
      bytes,
      lines,
      fileLines,
      rejected,
      schemeless,
      first,
    }))
  }

  /** Whether everything that the interrupted run read has been skipped. */
  get isCaughtUp(): boolean {
    const last = this.#saved.length - 1
    const isAtLast = this.#current === last && (this.#positions[last]?.bytes ?? 0) >= (this.#saved[last]?.bytes ?? 0)
    return this.#current > last || isAtLast
  }

  wrap(work: BlockWork): BlockWork {
    return (block, memory) => {
      const index = this.#current
      const position = this.#positions[index]
      const saved = this.#saved[index]
      if (position === undefined || saved === undefined || position.bytes >= saved.bytes) {
        return this.count(work(block, memory), block.length)
      }
      const known = Math.min(block.length, saved.bytes - position.bytes)
      const { bad = [] } = block
      const result = this.#isReplayed()
        ? this.#skip(memory, known, saved)
        : this.count(work({ ...block, length: known, bad: bad.filter(({ at }) => at < known) }, memory), known)
      if (position.bytes >= saved.bytes && index === this.#saved.length - 1) this.#onCaughtUp()
      if (known === block.length) return result
      const bytes = Buffer.from(block.bytes.subarray(known, block.length))
      const rest = { bytes, length: bytes.length, bad: cutBadRows(bad, known) }
      return joinResults(result, this.count(work(rest, Buffer.alloc(0)), rest.length))
    }
  }

  /** Counts a block of the current input. */
  count(result: BlockResult, length: number): BlockResult {
    const position = this.#positions[this.#current]
    if (position === undefined) return result
    position.bytes += length
    addTally(position.tally, result.tally)
    return result
  }

  /** A skipped part counts as soon as its end is reached. */
  #skip(output: Buffer, length: number, saved: InputPosition): BlockResult {
    const { bytes = 0, tally: before = createTally() } = this.#positions[this.#current] ?? {}
    const tally = createTally()
    if (bytes + length >= saved.bytes) {
      tally.lines = saved.lines - before.lines
      tally.fileLines = saved.fileLines - before.fileLines
      tally.rejected = saved.rejected - before.rejected
      tally.schemeless = saved.schemeless - before.schemeless
      const { first } = saved
      tally.first = before.first === null && first !== null ? { ...first, line: first.line - before.fileLines } : null
    }
    return this.count({ output, length: 0, tally }, length)
  }
}

function joinResults(first: BlockResult, second: BlockResult): BlockResult {
  const output = Buffer.concat([first.output.subarray(0, first.length), second.output.subarray(0, second.length)])
  addTally(first.tally, second.tally)
  return { output, length: output.length, tally: first.tally }
}
