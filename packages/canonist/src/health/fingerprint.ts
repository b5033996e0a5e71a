import { createHash } from 'node:crypto'
import { computeSimhash } from '../extract/simhash.ts'
import { visitWords } from '../extract/text/words.ts'
import { findFigures, maskFigures } from './figures.ts'
import type { Traits } from './traits.ts'

/** What is kept of the main text of a page, to tell later what has become of it. */
export interface Fingerprint {
  /** How many words the text has. */
  readonly words: number
  /** The first 16 hex digits of the SHA-256 of its words. */
  readonly hash: string
  /** Of the text without its dates and amounts. */
  readonly simhash: string
  /** Dates, deadlines and amounts, each once and sorted. */
  readonly figures: readonly string[]
  /** Of a page; what older versions wrote has none. */
  readonly traits?: Traits
}

/** A text of fewer words is a shell that scripts fill, or an empty page. */
const THIN_WORDS = 20

/** Beyond so many, a list of figures is a table that changes every day. */
const MAX_FIGURES = 200

export function createFingerprint(text: string): Fingerprint {
  const figures = findFigures(text).slice(0, MAX_FIGURES)
  return { ...hashWords(text), simhash: computeSimhash(maskFigures(text)), figures }
}

/** In pieces: a list of all words of a long text costs more than everything else. */
function hashWords(text: string): Pick<Fingerprint, 'words' | 'hash'> {
  const hash = createHash('sha256')
  let [words, piece] = [0, '']
  visitWords(text, (word) => {
    piece += words === 0 ? word : ` ${word}`
    words += 1
    if (piece.length < PIECE_LENGTH) return
    hash.update(piece)
    piece = ''
  })
  return { words, hash: hash.update(piece).digest('hex').slice(0, 16) }
}

const PIECE_LENGTH = 65_536

export const isThin = ({ words }: Fingerprint): boolean => words < THIN_WORDS
