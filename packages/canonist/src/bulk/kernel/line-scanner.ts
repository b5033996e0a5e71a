import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import { createScanTables, IN_FRAGMENT, IN_HOST, IN_PATH, IN_QUERY, type ScanTables } from '@canonist/core/scan'
import type { Block } from '../../io/line-blocks.ts'
import type { OutputBuffer } from '../output-buffer.ts'
import { loadKernel, reserveMemory, type KernelMemory } from './load-kernel.ts'
import { buildNameTable } from './name-table.ts'
import { SCAN_LINES_WASM } from './scan-lines-wasm.ts'

interface ScanKernel {
  readonly memory: KernelMemory
  scan(
    start: number,
    end: number,
    does: number,
    entries: number,
    texts: number,
    edits: number,
    newTexts: number,
  ): number
  replace(
    start: number,
    end: number,
    entries: number,
    count: number,
    results: number,
    edits: number,
    edited: number,
    newTexts: number,
    to: number,
  ): number
}

// The layout of kernel/scan-lines.ts.
const CLASSES = 0
const ESCAPES = 256
const DIGITS = 512
const LENGTHS = 768
const STARTS = 1280
const SETS = 3328
const RESULTS = 3424
const NAMES = 3440
const NAME_TABLE = 4096
const ENTRY_WORDS = 4
const ENTRY_BYTES = ENTRY_WORDS * 4
const EDIT_BYTES = 8
/** How many bytes the kernel may read after the end of a text. */
const PADDING = 64
const NEWLINE = 10

/** The lines of a block that are neither known to be normal nor changed by the scanner. */
export interface ScannedBlock {
  /** All lines of the block. */
  readonly lines: number
  /** How many lines are passed on. */
  readonly count: number
  /** Their texts, each with its newline. */
  readonly texts: Block
  /** Four numbers for each: see `readEntry`. */
  readonly entries: Uint32Array
}

/** The position and the kind of a line that is passed on. */
export interface ScannedLine {
  /** Its first byte in the block. */
  readonly start: number
  /** Its number in the block, from 1. */
  readonly line: number
}

export function readEntry({ entries }: ScannedBlock, index: number): ScannedLine {
  return { start: entries[index * ENTRY_WORDS] ?? 0, line: entries[index * ENTRY_WORDS + 2] ?? 0 }
}

/** Whether the line has no NUL and no byte outside ASCII. */
export function isPlainEntry({ entries }: ScannedBlock, index: number): boolean {
  return entries[index * ENTRY_WORDS + 3] === 1
}

/**
 * Finds the lines of a block that the policy leaves as they are, changes those that need no more than fewer or sorted parameters, no
 * fragment or the slash of the root, and lets the caller replace the others. A block is scanned, then replaced, before the next one is scanned.
 *
 * Must never change a line in a way that the normalizer would not. Its tables come from `createScanTables`, and a test compares the two.
 */
export class LineScanner {
  readonly #kernel = loadKernel(SCAN_LINES_WASM) as ScanKernel
  readonly #does: number
  /** Where blocks begin. */
  readonly #block: number
  #end = 0
  #entries = 0
  #count = 0
  #edits = 0
  #edited = 0
  #newTexts = 0
  /** The first byte that is not used yet. */
  #free = 0
  /** Bytes of the lines that the scanner has changed. */
  #grown = 0

  constructor(policy: Policy) {
    const tables = createScanTables(policy)
    this.#does = tables.does
    const names = buildNameTable(tables.names, NAME_TABLE)
    this.#block = align(NAME_TABLE + names.bytes.length)
    const { memory } = this.#kernel
    reserveMemory(memory, this.#block)
    fillTables(new Uint8Array(memory.buffer), tables)
    new Uint8Array(memory.buffer).set(names.bytes, NAME_TABLE)
    new Uint32Array(memory.buffer).set(names.header, NAMES / 4)
  }

  scan({ bytes, length }: Block): ScannedBlock {
    const { memory } = this.#kernel
    const endsInNewline = length === 0 || bytes[length - 1] === NEWLINE
    this.#end = this.#block + length + (endsInNewline ? 0 : 1)
    const texts = align(this.#end + PADDING)
    this.#newTexts = align(texts + length + PADDING)
    // A line that is changed has ten bytes or more, and grows by one at most; one that is passed on has two bytes or more.
    this.#edits = align(this.#newTexts + length * 1.1 + PADDING)
    this.#entries = align(this.#edits + (length / 10 + 1) * EDIT_BYTES)
    reserveMemory(memory, this.#entries + (length / 2 + 1) * ENTRY_BYTES + PADDING)
    const all = new Uint8Array(memory.buffer)
    all.set(bytes.subarray(0, length), this.#block)
    if (!endsInNewline) all[this.#end - 1] = NEWLINE
    const { scan } = this.#kernel
    this.#count = scan(this.#block, this.#end, this.#does, this.#entries, texts, this.#edits, this.#newTexts)
    const [lines = 0, textLength = 0, edited = 0, newLength = 0] = new Uint32Array(memory.buffer, RESULTS, 4)
    this.#edited = edited
    this.#free = this.#entries + this.#count * ENTRY_BYTES
    this.#grown = newLength
    return {
      lines,
      count: this.#count,
      texts: { bytes: Buffer.from(memory.buffer, texts, textLength), length: textLength },
      entries: new Uint32Array(memory.buffer, this.#entries, this.#count * ENTRY_WORDS),
    }
  }

  /** Writes the block with the lines that were passed on replaced by the lines of `results`. The result of `scan` is no longer valid afterwards. */
  replace(results: Buffer, output: OutputBuffer): void {
    const { memory } = this.#kernel
    const at = this.#free
    const to = align(at + results.length + PADDING)
    reserveMemory(memory, to + results.length + this.#grown + this.#end - this.#block + PADDING)
    new Uint8Array(memory.buffer).set(results, at)
    const length = this.#kernel.replace(
      this.#block,
      this.#end,
      this.#entries,
      this.#count,
      at,
      this.#edits,
      this.#edited,
      this.#newTexts,
      to,
    )
    output.copy(Buffer.from(memory.buffer, to, length), 0, length)
  }
}

const align = (at: number): number => Math.ceil(at / 16) * 16

function fillTables(memory: Uint8Array, tables: ScanTables): void {
  const { classes } = tables
  memory.set(classes, CLASSES)
  memory.set(tables.escapes, ESCAPES)
  memory.fill(255, DIGITS, DIGITS + 256)
  for (let value = 0; value < 16; value += 1) memory[DIGITS + '0123456789ABCDEF'.charCodeAt(value)] = value
  memory.set(new Uint8Array(tables.lengths.buffer), LENGTHS)
  memory.set(new Uint8Array(tables.starts.buffer), STARTS)
  const isInQuery = (byte: number, except: string): boolean =>
    hasClass(classes, byte, IN_QUERY) && !except.includes(String.fromCharCode(byte))
  const sets = [
    (byte: number) => hasClass(classes, byte, IN_HOST),
    (byte: number) => hasClass(classes, byte, IN_PATH),
    (byte: number) => isInQuery(byte, '=&'),
    (byte: number) => isInQuery(byte, '&'),
    (byte: number) => isInQuery(byte, ''),
    (byte: number) => hasClass(classes, byte, IN_FRAGMENT),
  ]
  for (const [index, has] of sets.entries()) memory.set(makeSet(has), SETS + index * 16)
}

const hasClass = (classes: Uint8Array, byte: number, bit: number): boolean => ((classes[byte] ?? 0) & bit) !== 0

/** By the low half of a byte, one bit for each of its eight high halves. */
function makeSet(has: (byte: number) => boolean): Uint8Array {
  const set = new Uint8Array(16)
  for (let byte = 0; byte < 128; byte += 1) {
    if (has(byte)) set[byte & 15] = (set[byte & 15] ?? 0) | (1 << (byte >> 4))
  }
  return set
}
