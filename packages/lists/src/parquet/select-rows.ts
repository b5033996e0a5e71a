import type { DecodedArray, Encoding } from 'hyparquet'
import type { NewPage } from './chunk-writer.ts'
import type { Page } from './decode-page.ts'
import { isDictionaryEncoding } from './is-dictionary-encoding.ts'

/** Whether a row of the row group is kept, by its number from 0. */
export type KeepsRow = (row: number) => boolean

interface Entries {
  readonly repetition: number[]
  readonly definition: number[]
  values: unknown[]
  encoding: Encoding
  isLast: boolean
}

/**
 * Selects rows from the pages of one column. If the column is a list, a row may span several pages, but a new page must begin with a row.
 * So the last row of a page is held back until the next page has been read.
 */
export class RowSelector {
  readonly #keeps: KeepsRow
  readonly #isList: boolean
  #row = -1
  #held: Entries | null = null
  dictionary: DecodedArray = []

  constructor(keeps: KeepsRow, isList: boolean) {
    this.#keeps = keeps
    this.#isList = isList
  }

  /** Returns the kept entries of a part of a page and of those held back before it. */
  select(page: Page, maxDefinition: number): NewPage {
    const entries = this.#pick(page, maxDefinition)
    if (!this.#isList) return toPage(entries)
    const whole = this.#held === null ? entries : this.#join(this.#held, entries)
    const lastRow = whole.repetition.lastIndexOf(0)
    const cut = Math.max(lastRow, 0)
    this.#held = {
      repetition: whole.repetition.splice(cut),
      definition: whole.definition.splice(cut),
      values: whole.values.splice(cut).map(copyBytes),
      encoding: whole.encoding,
      isLast: true,
    }
    return toPage(whole)
  }

  /** Returns the entries that were held back. */
  finish(): NewPage | null {
    return this.#held === null ? null : toPage(this.#held)
  }

  #pick({ length, repetition, definition, values, encoding, isLast }: Page, maxDefinition: number): Entries {
    const kept: Entries = { repetition: [], definition: [], values: [], encoding, isLast }
    let value = 0
    for (let at = 0; at < length; at += 1) {
      if (!this.#isList || repetition[at] === 0) this.#row += 1
      const isThere = maxDefinition === 0 || definition[at] === maxDefinition
      const place = isThere ? value : -1
      if (isThere) value += 1
      if (!this.#keeps(this.#row)) continue
      if (this.#isList) kept.repetition.push(repetition[at] ?? 0)
      if (maxDefinition > 0) kept.definition.push(definition[at] ?? 0)
      kept.values.push(place < 0 ? null : values[place])
    }
    return kept
  }

  /** Writers that give up on a dictionary change the encoding from one page to the next. */
  #join(first: Entries, second: Entries): Entries {
    const isSame = first.encoding === second.encoding
    const [one, two] = isSame ? [first, second] : [this.#lookUp(first), this.#lookUp(second)]
    return {
      repetition: one.repetition.concat(two.repetition),
      definition: one.definition.concat(two.definition),
      values: one.values.concat(two.values),
      encoding: isSame ? second.encoding : 'PLAIN',
      isLast: second.isLast,
    }
  }

  #lookUp(entries: Entries): Entries {
    if (!isDictionaryEncoding(entries.encoding)) return entries
    const values = entries.values.map((place): unknown => (place === null ? null : this.dictionary[Number(place)]))
    return { ...entries, values, encoding: 'PLAIN' }
  }
}

/** The memory of a page is reused for the next. */
const copyBytes = (value: unknown): unknown => (value instanceof Uint8Array ? value.slice() : value)

const toPage = ({ repetition, definition, values, encoding, isLast }: Entries): NewPage => ({
  repetition,
  definition,
  values,
  encoding,
  isLast,
})
