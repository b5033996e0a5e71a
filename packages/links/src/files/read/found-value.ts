import type { Spelling } from './spelling.ts'
import { isWebUrl } from './web-url.ts'

/** Names of members and numbers of items, from the root of a file; rows of a table and documents of a stream count as items. */
export type FieldPath = readonly (string | number)[]

/** The value of a wanted field, and its place in the text. */
export interface FoundValue {
  readonly path: FieldPath
  /** The text after unescaping; null if the value is not text. */
  readonly text: string | null
  /** What it is, for people: `text`, `null`, `a number`, `an object`. */
  readonly kind: ValueKind
  /** What would be replaced: the text without its quotes, in UTF-16 units from the beginning of the file. */
  readonly start: number
  readonly end: number
  readonly spelling: Spelling
  /** In Markdown: the list or table of which it is an entry; null for other links. */
  readonly list?: string | null
  /** In Markdown: whether other entries of that list are not links. */
  readonly isOfThings?: boolean
  /** In Markdown: the text of the link; empty where it has none. */
  readonly label?: string
}

export type ValueKind =
  | 'text'
  | 'null'
  | 'a number'
  | 'true or false'
  | 'an object'
  | 'a value with an unknown tag'
  | 'no plain value'

/** Where and why a file cannot be read. */
export interface Fault {
  readonly offset: number
  readonly message: string
}

/** The wanted values of a file. */
export interface Reading {
  readonly values: readonly FoundValue[]
  /** Where each object begins that may be an entry of its own: an item of a list, a row, a document. */
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly path: FieldPath
  readonly start: number
}

/** With a fault, a part of the file was not read. */
export type ReadOutcome = ({ readonly ok: true; readonly fault?: Fault } & Reading) | ({ readonly ok: false } & Fault)

/** Whether a field is wanted; null wants whatever holds a URL. */
export type Wanted = ((path: FieldPath) => boolean) | null

/** Collects the values and entries that a reader finds. */
export class ValueCollector {
  readonly values: FoundValue[] = []
  readonly entries: Entry[] = []
  readonly #wanted: Wanted

  constructor(wanted: Wanted) {
    this.#wanted = wanted
  }

  /** Whether a value at this path may be wanted. */
  wants(path: FieldPath): boolean {
    return this.#wanted === null || this.#wanted(path)
  }

  /** Takes the value if it is wanted, with a copy of its path, which the reader goes on to change. */
  add(value: FoundValue): void {
    if (this.#wanted !== null || isWebUrl(value.text)) this.values.push({ ...value, path: [...value.path] })
  }

  enter(path: FieldPath, start: number): void {
    if (typeof path.at(-1) === 'number') this.entries.push({ path: [...path], start })
  }

  finish(fault?: Fault): ReadOutcome {
    const reading = { ok: true, values: this.values, entries: this.entries } as const
    return fault === undefined ? reading : { ...reading, fault }
  }
}
