import type { Buffer } from 'node:buffer'
import type { Sink } from '../../io/sink.ts'
import type { BlockResult } from '../block-work.ts'
import type { OutputBuffer } from '../output-buffer.ts'
import { SeenUrls } from '../seen-urls.ts'
import { BulkError } from '../errors.ts'
import type { CandidateLengths, Candidates } from './candidates.ts'
import { PendingRecords } from './pending-records.ts'

/** Opens the files for what does not fit into memory. */
export type OpenCandidates = (from?: CandidateLengths) => Candidates

/** The saved state of an interrupted run: plain data. */
export interface SavedUnique {
  readonly accepted: number
  readonly candidates: CandidateLengths
}

/**
 * Keeps the first record of every URL, in order, within a limit of memory.
 *
 * It begins *open*: new URLs go into the table, and their records are written at once. When the table is full it is *spilling*: the table
 * stays as it is, records whose URL is in it are duplicates, and all others are collected as candidates. At the end `finish` writes the first
 * candidate of every URL. That is the order of first appearance, because all candidates come after all URLs in the table.
 *
 * A run that is resumed replays what it did while it was open: with the same key, the table is full at the same line. From there on it is
 * *replayed*: its candidates are in the files of the run before, which it takes over in `catchUp`.
 */
export class UniqueRecords {
  readonly #seen: SeenUrls
  readonly #limit: number
  readonly #open: OpenCandidates
  readonly #saved: SavedUnique | null
  #state: 'open' | 'replayed' | 'spilling' = 'open'
  #candidates: Candidates | null = null
  #accepted = 0
  /** The candidates of a block whose output is not known yet. */
  readonly #pending = new PendingRecords()
  /** Where the candidates of the current block begin, if the table was still open at its start. */
  #openEnd = 0

  constructor(salt: string, limit: number, open: OpenCandidates, saved: SavedUnique | null = null) {
    this.#seen = new SeenUrls(salt, limit)
    this.#limit = limit
    this.#open = open
    this.#saved = saved
  }

  /** How many records had a URL. */
  get accepted(): number {
    return this.#accepted
  }

  /** Whether the table is full; a resumed run replays everything up to that point. */
  get isReplayed(): boolean {
    return this.#state !== 'open'
  }

  /** Called when all records of the interrupted run have been replayed or skipped, so that those that follow are new. */
  catchUp(): void {
    if (this.#saved === null) return
    // The same table cannot be full at another line unless the list is another one.
    if (this.#state !== 'replayed') throw new BulkError('bulk/changed-input')
    this.#state = 'spilling'
    this.#candidates = this.#open(this.#saved.candidates)
    this.#accepted = this.#saved.accepted
  }

  /** Keeps the first of every line; each is a URL, or empty. */
  keepLines(lines: Buffer, output: OutputBuffer): void {
    const from = this.#state === 'open' ? this.#keepNew(lines, output) : 0
    if (from === lines.length) return
    if (this.#state === 'open') this.#fill()
    for (const { accepted, bytes, lengths, hashes } of this.#seen.listUnknown(lines, from)) {
      this.#accepted += accepted
      this.#candidates?.add(bytes, lengths, hashes)
    }
  }

  #keepNew(lines: Buffer, output: OutputBuffer): number {
    const { accepted, end } = this.#seen.keepNew(lines, (bytes) => output.copy(bytes, 0, bytes.length))
    this.#accepted += accepted
    return end
  }

  /** Whether the record of this URL belongs to the output of the block. Report the end of each such record with `endRecord`. */
  readonly isNew = (url: string): boolean => {
    this.#accepted += 1
    if (this.#state === 'open') {
      const isNew = this.#seen.add(url)
      if (isNew !== null) return isNew
      this.#fill()
      this.#pending.clear(this.#openEnd)
    }
    const hash = this.#seen.findUnknown(url)
    if (hash === null) return false
    this.#pending.addHash(hash)
    return true
  }

  /** A record that is kept ends at this byte of the output of its block. */
  readonly endRecord = (end: number): void => {
    // While all is written at once, only the last end matters.
    if (this.#state === 'open') this.#openEnd = end
    else this.#pending.endRecord(end)
  }

  /** Takes the candidates out of the output of a block. */
  takeCandidates<Result extends Pick<BlockResult, 'output' | 'length'>>(result: Result): Result {
    const { output, length } = result
    const { lengths, hashes } = this.#pending.view()
    if (this.#state !== 'open') this.#candidates?.add(output.subarray(this.#openEnd, length), lengths, hashes)
    const kept = this.#state === 'open' ? length : this.#openEnd
    this.#pending.clear(0)
    this.#openEnd = 0
    return { ...result, length: kept }
  }

  /** Returns the state to save; null while nothing is in files. */
  save(): SavedUnique | null {
    return this.#candidates === null ? null : { accepted: this.#accepted, candidates: this.#candidates.flush() }
  }

  /** Writes the remaining records. Returns the number of unique records. */
  async finish(sink: Sink): Promise<number> {
    const { size } = this.#seen
    return size + ((await this.#candidates?.copyFirsts(this.#seen, this.#limit, sink)) ?? 0)
  }

  close(): void {
    this.#candidates?.close()
  }

  #fill(): void {
    this.#state = this.#saved === null ? 'spilling' : 'replayed'
    if (this.#saved === null) this.#candidates = this.#open()
  }
}
