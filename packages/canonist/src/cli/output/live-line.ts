/** The part of a terminal that is used. */
export interface LineTerminal {
  write(text: string): unknown
  /** The size at present. Missing where stderr was replaced by something else. */
  getWindowSize?(): [columns: number, rows: number]
}

export interface LiveLineOptions {
  readonly terminal: LineTerminal
  readonly now: () => number
  /** The text for a line of so many columns; it is cut if it is longer. */
  readonly format: (columns: number) => string
}

/** The line is drawn as often as this if nothing else is written. Work that is done sooner needs no line. */
const DRAW_MS = 200
/** After other output it is drawn again at once, unless that comes as fast as this. */
const REDRAW_MS = 20
const DEFAULT_COLUMNS = 80
/** Erases from the cursor to the end of the screen. */
const ERASE = '\u001b[J'

/**
 * The last line of a terminal, which is redrawn in place: the progress of long work.
 *
 * It is *hidden* or *drawn*. A drawn line leaves the cursor in its first column: if the window becomes narrower, what no longer fits wraps
 * below the cursor, and one code still erases all of it. It is *closed* for good when the work ends, or when the user presses Ctrl-C.
 *
 * Must never share a row with other output, which is therefore written by `above`, and never be wider than the terminal.
 */
export class LiveLine {
  readonly #options: LiveLineOptions
  readonly #timer: NodeJS.Timeout
  /** What is drawn; null if nothing is. */
  #drawn: string | null = null
  #drawnAt: number
  /** Whether other output has ended its line. */
  #isAtLineStart = true
  #isClosed = false
  #isInterrupted = false

  constructor(options: LiveLineOptions) {
    this.#options = options
    this.#drawnAt = options.now()
    this.#timer = setInterval(() => this.drawIfDue(), DRAW_MS).unref()
  }

  /** Draws the line if it is old. Cheap: call it often, because long work may keep the timer from firing. */
  drawIfDue(): void {
    if (this.#computeAge() >= DRAW_MS) this.draw()
  }

  /** Draws the line now: before work that keeps everything else waiting. */
  draw(): void {
    if (this.#isClosed || !this.#isAtLineStart) return
    const { terminal, now, format } = this.#options
    this.#drawnAt = now()
    // Some terminals wrap as soon as the last column is written.
    const columns = (terminal.getWindowSize?.()[0] || DEFAULT_COLUMNS) - 1
    const text = cut(format(columns), columns)
    if (text === this.#drawn) return
    this.#drawn = text
    terminal.write(`${text}${ERASE}\r`)
  }

  /** Writes other output to the terminal, above the line. */
  above<T>(endsLine: boolean, write: () => T): T {
    const wasDrawn = this.#drawn !== null
    this.#hide()
    const result = write()
    this.#isAtLineStart = endsLine
    if (wasDrawn && this.#computeAge() >= REDRAW_MS) this.draw()
    return result
  }

  close(): void {
    clearInterval(this.#timer)
    this.#hide()
    this.#isClosed = true
  }

  /** Closes the line after Ctrl-C, for which the terminal has shown `^C`: what follows begins at the start of a line. */
  interrupt(): void {
    if (this.#isInterrupted) return
    this.#isInterrupted = true
    this.close()
    this.#options.terminal.write(this.#isAtLineStart ? `\r${ERASE}` : '\n')
    this.#isAtLineStart = true
  }

  #hide(): void {
    if (this.#drawn === null) return
    this.#drawn = null
    this.#options.terminal.write(`\r${ERASE}`)
  }

  #computeAge(): number {
    return this.#options.now() - this.#drawnAt
  }
}

/** At most so many characters; `…` stands for the missing ones. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1))}…`
}
