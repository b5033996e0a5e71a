import { Buffer } from 'node:buffer'
import type { Wanted } from './read/found-value.ts'
import { spellUrl } from './read/spelling.ts'
import { readText, type LinkFile } from './link-file.ts'
import { decodeSource } from './source-text.ts'

/** A URL to be written at the place of a value. */
export interface Edit {
  /** The number of the value in its file. */
  readonly value: number
  readonly url: string
  /** The characters to write. */
  readonly written: string
}

/** How a URL would be written in place of a value; null where that cannot be done. */
export function createEdit({ values }: LinkFile, value: number, url: string): Edit | null {
  const found = values[value]
  const written = found === undefined ? null : spellUrl(url, found.spelling)
  return written === null ? null : { value, url, written }
}

/**
 * Selects the edits that certainly work: read again, the edited file has the new URLs, and everything else is as before. So the
 * rules of each format for odd characters need not be known here.
 */
export function selectCertainEdits(file: LinkFile, edits: readonly Edit[], wanted: Wanted): readonly Edit[] {
  const trial = new Trial(file, wanted)
  const sound = trial.selectSound(edits)
  return sound.length === edits.length || trial.areSound(sound) ? sound : []
}

/** How often a file is read again; edits that are not proved by then are left out. */
const MAX_READINGS = 64

/** Tests edits: reads the file as it would be after them. */
class Trial {
  readonly #file: LinkFile
  readonly #wanted: Wanted
  #readings = 0

  constructor(file: LinkFile, wanted: Wanted) {
    this.#file = file
    this.#wanted = wanted
  }

  /** Leaves out edits whose own URL comes out wrong; if that does not help, searches by halves. */
  selectSound(edits: readonly Edit[]): readonly Edit[] {
    if (this.#readings >= MAX_READINGS) return []
    const wrong = this.#findWrongValues(edits)
    if (wrong?.size === 0) return edits
    if (edits.length === 1) return []
    const rest = wrong === null ? edits : edits.filter(({ value }) => !wrong.has(value))
    if (rest.length < edits.length) return this.selectSound(rest)
    const middle = edits.length >> 1
    return [edits.slice(0, middle), edits.slice(middle)].flatMap((half) => this.selectSound(half))
  }

  areSound(edits: readonly Edit[]): boolean {
    return this.#findWrongValues(edits)?.size === 0
  }

  /** The numbers of the values that would come out wrong; null if they cannot be compared. */
  #findWrongValues(edits: readonly Edit[]): ReadonlySet<number> | null {
    if (edits.length === 0) return new Set()
    this.#readings += 1
    const { values, format } = this.#file
    const outcome = readText(decodeSource(applyEdits(this.#file, edits)), format, this.#wanted)
    if (!outcome.ok || outcome.values.length !== values.length) return null
    const urls = new Map(edits.map(({ value, url }) => [value, url]))
    const numbers = values.flatMap(({ text }, index) =>
      outcome.values[index]?.text === (urls.get(index) ?? text) ? [] : [index],
    )
    return new Set(numbers)
  }
}

/** Applies edits to the bytes of a file. Must never change any other byte. */
export function applyEdits({ bytes, source, values }: LinkFile, edits: readonly Edit[]): Uint8Array {
  const pieces: Uint8Array[] = []
  let at = 0
  for (const { value, written } of edits.toSorted((a, b) => readStart(values, a) - readStart(values, b))) {
    const found = values[value]
    if (found === undefined) continue
    pieces.push(bytes.subarray(at, source.toByteOffset(found.start)), Buffer.from(written))
    at = source.toByteOffset(found.end)
  }
  return Buffer.concat([...pieces, bytes.subarray(at)])
}

const readStart = (values: LinkFile['values'], { value }: Edit): number => values[value]?.start ?? 0
