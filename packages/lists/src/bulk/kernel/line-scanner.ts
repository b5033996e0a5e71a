import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import {
  createScanTables,
  IN_FRAGMENT,
  IN_HOST,
  IN_PATH,
  IN_QUERY,
  type ScanTables,
} from '@canonist/core/internal/normalize/scan-tables'
import type { Block } from '../../io/line-blocks.ts'
import type { TableDialect } from '../../io/table-dialect.ts'
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
  scanColumn(
    start: number,
    end: number,
    does: number,
    entries: number,
    texts: number,
    edits: number,
    newTexts: number,
    textEnd: number,
    column: number,
    delimiter: number,
    hasQuotes: number,
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
const NAMES = 3444
const NAME_TABLE = 4096
const ENTRY_WORDS = 4
const ENTRY_BYTES = ENTRY_WORDS * 4
const EDIT_BYTES = 8
const PASSES_EMPTY = 32_768
/** How many bytes the kernel may read after the end of a text. */
const PADDING = 64
const NEWLINE = 10
const BACKSLASH = 92

/** The lines, or the cells of a column, that are neither known to be normal nor changed by the scanner. */
export interface ScannedBlock {
  /** All lines of the block, or all rows of the table. */
  readonly records: number
  /** All lines of the block. */
  readonly lines: number
  /** How many are passed on. */
  readonly count: number
  /** The texts of lines and of plain cells, each with a newline. */
  readonly texts: Block
  /** Four numbers for each: see `readEntry`. */
  readonly entries: Uint32Array
}

/** The position of a line or a cell that is passed on. */
export interface ScannedEntry {
  /** Its first byte in the block, and the byte after its last one. */
  readonly start: number
  readonly end: number
  /** Its line in the block, from 1. */
  readonly line: number
}

export function readEntry({ entries }: ScannedBlock, index: number): ScannedEntry {
  const at = index * ENTRY_WORDS
  return { start: entries[at] ?? 0, end: entries[at + 1] ?? 0, line: entries[at + 2] ?? 0 }
}

/** What is passed on. */
export const ENTRY = {
  /** Contains a NUL or a byte outside ASCII. */
  notPlain: 0,
  plain: 1,
  /** A cell in quotes. */
  quoted: 2,
  /** A row without the cell. */
  missing: 3,
} as const

export function readEntryKind({ entries }: ScannedBlock, index: number): number {
  return entries[index * ENTRY_WORDS + 3] ?? 0
}

/** Lets the text of an entry stay as it is; its result must be empty. */
export function keepEntry({ entries }: ScannedBlock, index: number): void {
  entries[index * ENTRY_WORDS + 1] = entries[index * ENTRY_WORDS] ?? 0
}

/** Which cells of a table are scanned. */
export interface ScannedColumn {
  readonly dialect: TableDialect
  /** The number of the column, from 0. */
  readonly column: number
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
  /** Bytes of the texts that the scanner has changed. */
  #grown = 0

  /** @param isEscaped for rows of engines: passes on empty lines, and lines with a backslash, which may mean something else there */
  constructor(policy: Policy, isEscaped = false) {
    const tables = createScanTables(policy)
    this.#does = tables.does | (isEscaped ? PASSES_EMPTY : 0)
    const classes = isEscaped ? tables.classes.with(BACKSLASH, 0) : tables.classes
    const names = buildNameTable(tables.names, NAME_TABLE)
    this.#block = align(NAME_TABLE + names.bytes.length)
    const { memory } = this.#kernel
    reserveMemory(memory, this.#block)
    fillTables(new Uint8Array(memory.buffer), { ...tables, classes })
    new Uint8Array(memory.buffer).set(names.bytes, NAME_TABLE)
    new Uint32Array(memory.buffer).set(names.header, NAMES / 4)
  }

  scan(block: Block): ScannedBlock {
    const texts = this.#place(block)
    const { scan } = this.#kernel
    const count = scan(this.#block, this.#end, this.#does, this.#entries, texts, this.#edits, this.#newTexts)
    return this.#describe(count, texts)
  }

  /** The same for one column of a table. The CR of a CRLF is removed. */
  scanColumn(block: Block, { dialect, column }: ScannedColumn): ScannedBlock {
    const texts = this.#place(block)
    const count = this.#kernel.scanColumn(
      this.#block,
      this.#end,
      this.#does,
      this.#entries,
      texts,
      this.#edits,
      this.#newTexts,
      this.#block + block.length,
      column,
      dialect.delimiter.charCodeAt(0),
      dialect.hasQuotes ? 1 : 0,
    )
    return this.#describe(count, texts)
  }

  /** Copies a block to the kernel and makes room for its lists; returns where the texts go. */
  #place({ bytes, length }: Block): number {
    const { memory } = this.#kernel
    const endsInNewline = length === 0 || bytes[length - 1] === NEWLINE
    this.#end = this.#block + length + (endsInNewline ? 0 : 1)
    const texts = align(this.#end + PADDING)
    this.#newTexts = align(texts + length + PADDING)
    // A text that is changed has ten bytes or more and grows by two at most, with its newline; a CR that is removed takes one byte, and one entry, for
    // two bytes of the block; what is passed on may be an empty line.
    this.#edits = align(this.#newTexts + length * 1.6 + PADDING)
    this.#entries = align(this.#edits + (length / 2 + 1) * EDIT_BYTES)
    reserveMemory(memory, this.#entries + (length + 1) * ENTRY_BYTES + PADDING)
    const all = new Uint8Array(memory.buffer)
    all.set(bytes.subarray(0, length), this.#block)
    if (!endsInNewline) all[this.#end - 1] = NEWLINE
    return texts
  }

  #describe(count: number, texts: number): ScannedBlock {
    const { buffer } = this.#kernel.memory
    const [records = 0, textLength = 0, edited = 0, newLength = 0, lines = 0] = new Uint32Array(buffer, RESULTS, 5)
    this.#count = count
    this.#edited = edited
    this.#free = this.#entries + count * ENTRY_BYTES
    this.#grown = newLength
    return {
      records,
      lines,
      count,
      texts: { bytes: Buffer.from(buffer, texts, textLength), length: textLength },
      entries: new Uint32Array(buffer, this.#entries, count * ENTRY_WORDS),
    }
  }

  /** Writes the block with what was passed on replaced by the lines of `results`. The result of `scan` is no longer valid afterwards. */
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
