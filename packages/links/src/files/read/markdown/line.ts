const TAB_STOP = 4

/** A line of a document, read from left to right by columns: a tab reaches to the next multiple of four. */
export class Line {
  readonly text: string
  /** Where the line ends, without its line break. */
  readonly end: number
  #at: number
  #column = 0

  constructor(text: string, start: number, end: number) {
    this.text = text
    this.#at = start
    this.end = end
  }

  /** The next character that is not consumed. Inside of a tab that is half consumed it is the tab. */
  get at(): number {
    return this.#at
  }

  get rest(): string {
    return this.text.slice(this.#at, this.end)
  }

  get isBlank(): boolean {
    return this.#findSpaceEnd() === this.end
  }

  /** How many columns of white space come next. */
  countIndent(): number {
    let column = this.#column
    for (let at = this.#at; at < this.end; at += 1) {
      const width = this.#measureWidth(at, column)
      if (width === 0) break
      column += width
    }
    return column - this.#column
  }

  /** Consumes white space. */
  skip(columns: number): void {
    const to = this.#column + columns
    while (this.#column < to) {
      const width = this.#measureWidth(this.#at, this.#column)
      if (width === 0) return
      if (this.#column + width <= to) this.#at += 1
      this.#column = Math.min(to, this.#column + width)
    }
  }

  /** Consumes characters that are not tabs. */
  take(count: number): void {
    this.#at += count
    this.#column += count
  }

  #measureWidth(at: number, column: number): number {
    if (at >= this.end) return 0
    const char = this.text[at]
    if (char === ' ') return 1
    return char === '\t' ? TAB_STOP - (column % TAB_STOP) : 0
  }

  #findSpaceEnd(): number {
    let at = this.#at
    while (at < this.end && (this.text[at] === ' ' || this.text[at] === '\t')) at += 1
    return at
  }
}
