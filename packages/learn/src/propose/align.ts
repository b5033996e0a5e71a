import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_SHARED, MIN_SHARED_WORD_LENGTH } = THRESHOLDS.align
/** A piece of a URL: text that both URLs of a pair share, or text that only this one has. */
export interface Piece {
  readonly text: string
  /** The number of the shared text; -1 for other text. */
  readonly shared: number
}

/** Both URLs of a pair, split into shared and own text. Glue (slashes, names of parameters) is never shared. */
export interface Alignment {
  readonly left: readonly Piece[]
  readonly right: readonly Piece[]
}

const DELIMITER = /[^A-Za-z0-9%]/

interface Open {
  text: string
  shared: number
  /** Whether it may be shared: it has a letter or digit, and is not the glue between units, which is structure. */
  readonly hasWord: boolean
}

const openPiece = (text: string): Open => ({ text, shared: -1, hasWord: /[A-Za-z0-9]/.test(text) })

/** Finds the text that two resources (`/path?query`) share: whole segments and values first, then parts of them. */
export function align(a: string, b: string): Alignment {
  const left = splitUnits(a)
  const right = splitUnits(b)
  let number = 0
  while (number < MAX_SHARED) {
    const found =
      findWhole(left, right) ?? findInside(left, right) ?? findInside(right, left, true) ?? findToken(left, right)
    if (found === null) break
    const { at, other, text } = found
    isolate(left, at, text, number)
    isolate(right, other, text, number)
    number++
  }
  return { left: left.map(toPiece), right: right.map(toPiece) }
}

const toPiece = ({ text, shared }: Open): Piece => ({ text, shared })

/** Segments and values are units; slashes, `?name=` and `&name=` are the glue between them. */
function splitUnits(resource: string): Open[] {
  const pieces: Open[] = []
  for (const [, glue = '', unit = ''] of resource.matchAll(/(\/+|[?&][^=&]*=?)([^/?&]*)/g)) {
    pieces.push({ text: glue, shared: -1, hasWord: false })
    // A slash inside a value is glue too, since no variable matches it.
    if (unit !== '') pieces.push(openPiece(unit))
  }
  return pieces
}

interface Found {
  readonly at: number
  readonly other: number
  readonly text: string
}

const isOpen = ({ shared, hasWord }: Open): boolean => hasWord && shared === -1

function findWhole(left: readonly Open[], right: readonly Open[]): Found | null {
  for (let at = 0; at < left.length; at++) {
    const piece = left[at] as Open
    if (!isOpen(piece)) continue
    const same = right[at]
    const other =
      same && isOpen(same) && same.text === piece.text
        ? at
        : right.findIndex((each) => isOpen(each) && each.text === piece.text)
    if (other !== -1) return { at, other, text: piece.text }
  }
  return null
}

/** Finds a whole unit of one URL inside a unit of the other. */
function findInside(whole: readonly Open[], parts: readonly Open[], isSwapped = false): Found | null {
  for (let at = 0; at < whole.length; at++) {
    const piece = whole[at] as Open
    if (!isOpen(piece) || !isDistinctive(piece.text)) continue
    const other = parts.findIndex((each) => isOpen(each) && findBounded(each.text, piece.text) !== -1)
    if (other !== -1) return isSwapped ? { at: other, other: at, text: piece.text } : { at, other, text: piece.text }
  }
  return null
}

/** Finds the longest word or number inside units of both URLs. */
function findToken(left: readonly Open[], right: readonly Open[]): Found | null {
  let best: Found | null = null
  for (let at = 0; at < left.length; at++) {
    const piece = left[at] as Open
    if (!isOpen(piece)) continue
    for (const text of piece.text.split(DELIMITER)) {
      if (!isDistinctive(text) || text.length <= (best?.text.length ?? 0)) continue
      const other = right.findIndex((each) => isOpen(each) && findBounded(each.text, text) !== -1)
      if (other !== -1) best = { at, other, text }
    }
  }
  return best
}

const isDistinctive = (text: string): boolean => /\d/.test(text) || text.length >= MIN_SHARED_WORD_LENGTH

/** The offset of a part between delimiters; -1 if there is none. */
function findBounded(text: string, part: string): number {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const before = text[at - 1]
    const behind = text[at + part.length]
    if ((before === undefined || DELIMITER.test(before)) && (behind === undefined || DELIMITER.test(behind))) return at
  }
  return -1
}

/** Splits a piece so that the shared text is a piece of its own. */
function isolate(pieces: Open[], at: number, text: string, number: number): void {
  const whole = pieces[at]?.text ?? ''
  const start = findBounded(whole, text)
  const cutOut: Open[] = [
    openPiece(whole.slice(0, start)),
    { text, shared: number, hasWord: true },
    openPiece(whole.slice(start + text.length)),
  ]
  pieces.splice(at, 1, ...cutOut.filter((piece) => piece.text !== ''))
}
