import { readNumbers, unzigzag } from './read-numbers.ts'
import { MAPPING_RUNS, TRAIT_RUNS, TRAIT_SETS } from './tables.ts'

/**
 * How the code points of a run map. The numbers up to STRINGS are those of scripts/make-idna-tables.mjs; SINGLES and STRINGS both
 * become TEXTS here, and VALID fills the gaps between listed runs.
 */
export const Run = {
  DISALLOWED: 0,
  IGNORED: 1,
  SHIFT: 2,
  PAIRS: 3,
  SINGLES: 4,
  STRINGS: 5,
  TEXTS: 6,
  VALID: 7,
} as const
const LISTED_KINDS = 6

/** Runs by ascending start. A value is how far a SHIFT goes, or where in `texts` the run's own begin. */
export type Mapping = {
  readonly starts: Uint32Array
  readonly kinds: Uint8Array
  readonly values: Int32Array
  readonly texts: readonly string[]
}

/** Reads the numbers one by one; code points are spelled as the distance from the one before. */
function createReader(text: string) {
  const numbers = readNumbers(text)
  let at = 0
  let codePoint = 0
  const natural = (): number => numbers[at++] ?? 0
  const move = (distance: number): number => (codePoint += unzigzag(distance))
  return {
    isAtEnd: (): boolean => at >= numbers.length,
    natural,
    single: (): number => move(natural()),
    /** Each code point but the last has a set lowest bit. */
    string: (): string => {
      let string = ''
      let flagged: number
      do {
        flagged = natural()
        string += String.fromCodePoint(move(flagged >>> 1))
      } while (flagged % 2 === 1)
      return string
    },
  }
}

export function decodeMapping(): Mapping {
  const reader = createReader(MAPPING_RUNS)
  const runs: { start: number; kind: number; value: number }[] = []
  const texts: string[] = []
  let end = 0
  while (!reader.isAtEnd()) {
    const start = end + reader.natural()
    if (start > end || start === 0) runs.push({ start: end, kind: Run.VALID, value: 0 })
    const header = reader.natural()
    const kind = header % LISTED_KINDS
    const units = Math.floor(header / LISTED_KINDS) + 1
    end = start + (kind === Run.PAIRS ? 2 * units : units)
    if (kind === Run.SINGLES || kind === Run.STRINGS) {
      runs.push({ start, kind: Run.TEXTS, value: texts.length })
      for (let left = units; left > 0; left -= 1) {
        texts.push(kind === Run.SINGLES ? String.fromCodePoint(reader.single()) : reader.string())
      }
    } else {
      runs.push({ start, kind, value: kind === Run.SHIFT ? reader.single() - start : 0 })
    }
  }
  return {
    starts: Uint32Array.from(runs, ({ start }) => start),
    kinds: Uint8Array.from(runs, ({ kind }) => kind),
    values: Int32Array.from(runs, ({ value }) => value),
    texts,
  }
}

/** Runs by ascending start, each with the traits of its valid code points. */
export type Traits = { readonly starts: Uint32Array; readonly traits: Uint8Array }

export function decodeTraits(): Traits {
  const numbers = readNumbers(TRAIT_RUNS)
  const count = (numbers.length + 1) / 2
  const starts = new Uint32Array(count)
  const traits = new Uint8Array(count)
  // The first run has no distance: it starts at 0.
  traits[0] = TRAIT_SETS[numbers[0] ?? 0] ?? 0
  for (let run = 1; run < count; run += 1) {
    traits[run] = TRAIT_SETS[numbers[2 * run - 1] ?? 0] ?? 0
    starts[run] = (starts[run - 1] ?? 0) + (numbers[2 * run] ?? 0)
  }
  return { starts, traits }
}
