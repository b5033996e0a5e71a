/** A stretch of a document. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The text of one block without what its containers put before each line, and the place of every character in the document. */
export class InlineText {
  readonly text: string
  /** Whether the text may be code, which depends on the program that shows the document. */
  readonly mayBeCode: boolean
  readonly #lines: readonly Span[]
  /** Where each line begins in `text`. */
  readonly #starts: readonly number[]

  constructor(document: string, lines: readonly Span[], mayBeCode: boolean) {
    const pieces = lines.map(({ start, end }) => document.slice(start, end))
    let length = 0
    this.#starts = pieces.map((piece) => (length += piece.length + 1) - piece.length - 1)
    this.text = pieces.join('\n')
    this.mayBeCode = mayBeCode
    this.#lines = lines
  }

  /** Where a character of `text` is in the document. */
  locate(at: number): number {
    let [low, high] = [0, this.#starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] ?? 0) <= at) low = middle
      else high = middle
    }
    return (this.#lines[low]?.start ?? 0) + at - (this.#starts[low] ?? 0)
  }

  /** The places of a part of `text`, line by line. */
  listSpans(at: number): readonly Span[] {
    const start = this.locate(at)
    const lines = this.#lines.filter(({ end }) => end >= start)
    return lines.map(({ start: lineStart, end }) => ({ start: Math.max(start, lineStart), end }))
  }
}
