import { createHash } from 'node:crypto'
import { computeSimhash } from '@canonist/web/internal/extract/simhash'
import { visitWords } from '@canonist/web/internal/extract/text/words'
import { findFigures, maskFigures } from './figures.ts'
import type { Traits } from './traits.ts'

/** A summary of the main text of a page, to detect later changes. */
export interface Fingerprint {
  /** How many words the text has. */
  readonly words: number
  /** The first 16 hex digits of the SHA-256 of its words. */
  readonly hash: string
  /** Of the text without its dates and amounts. */
  readonly simhash: string
  /** Dates, deadlines and amounts, unique and sorted. */
  readonly figures: readonly string[]
  /** Only of HTML pages. Older versions did not store it. */
  readonly traits?: Traits
}

/** A text with fewer words is an empty page, or a shell that scripts fill. */
const THIN_WORDS = 20

/** A longer list of figures is a table that changes every day. */
const MAX_FIGURES = 200

export function createFingerprint(text: string): Fingerprint {
  const figures = findFigures(text).slice(0, MAX_FIGURES)
  return { ...hashWords(text), simhash: computeSimhash(maskFigures(text)), figures }
}

/** Hashes in chunks: an array of all words of a long text would cost more than everything else. */
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
