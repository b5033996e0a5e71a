/** What a cell shows, and the codes of its style: `31`, `9` for red and struck through. */
interface Cell {
  readonly char: string
  readonly style: readonly number[]
}

interface Row {
  cells: Cell[]
  /** Whether the text of this row goes on in the next one, because the row was full. */
  isWrapped: boolean
}

/** Which codes end a style; see `ECMA-48`, 8.3.117. */
const ENDED_BY: Readonly<Record<number, (style: number) => boolean>> = {
  0: () => true,
  22: (style) => style === 1 || style === 2,
  29: (style) => style === 9,
  39: (style) => style >= 30 && style <= 37,
}
const STYLES: readonly number[] = [1, 2, 9, 31, 32, 33, 36]

/** Codes and characters. */
const PARTS = /\u001b(?:\[[?\d;]*[@-~])?|[^]/gu
const UNFINISHED = /\u001b(?:\[[?\d;]*)?$/
const TAB = 8

/**
 * Shows what a person sees of a terminal's output: it obeys new lines, wrapping at the edge, and the few codes that a command may write.
 * Rows that have scrolled away stay readable.
 *
 * Must never ignore a code that it does not know: every other control character throws, because a command must not write it.
 */
export class TerminalScreen {
  #columns: number
  #rows: Row[] = [emptyRow()]
  #row = 0
  #column = 0
  #style: readonly number[] = []
  #isBalanced = true
  /** The beginning of a code whose end has not arrived. */
  #pending = ''

  constructor(columns: number) {
    this.#columns = columns
  }

  /** The rows, without white space at their ends, up to the last one with text. */
  get lines(): string[] {
    const lines = this.#rows.map(({ cells }) =>
      cells
        .map(({ char }) => char)
        .join('')
        .trimEnd(),
    )
    return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1)
  }

  get text(): string {
    return this.lines.join('\n')
  }

  /** The row with the cursor. */
  get currentLine(): string {
    return (
      this.#rows[this.#row]?.cells
        .map(({ char }) => char)
        .join('')
        .trimEnd() ?? ''
    )
  }

  get column(): number {
    return this.#column
  }

  /** Whether every line has turned off all the styles that it turned on. */
  get isBalanced(): boolean {
    return this.#isBalanced && this.isPlain
  }

  /** Whether text that is written now would look as the terminal was before. */
  get isPlain(): boolean {
    return this.#style.length === 0 && this.#pending === ''
  }

  /** The styles of the first occurrence of `text`; they are the same for all of it, or it throws. */
  styleOf(text: string): readonly number[] {
    for (const { cells } of this.#rows) {
      const at = cells
        .map(({ char }) => char)
        .join('')
        .indexOf(text)
      if (at === -1) continue
      const styles = new Set(cells.slice(at, at + text.length).map(({ style }) => style.join(' ')))
      if (styles.size !== 1) throw new Error(`${JSON.stringify(text)} has several styles: ${[...styles].join(', ')}`)
      return cells[at]?.style ?? []
    }
    throw new Error(`${JSON.stringify(text)} is not on the screen:\n${this.text}`)
  }

  write(output: string): void {
    const text = this.#pending + output
    const end = UNFINISHED.exec(text)?.index ?? text.length
    this.#pending = text.slice(end)
    for (const [part] of text.slice(0, end).matchAll(PARTS)) this.#obey(part)
  }

  /** Wraps the rows anew, as terminals do: the cursor stays at the character where it was. */
  resize(columns: number): void {
    this.#columns = columns
    const rows: Row[] = []
    let cursor: { readonly row: number; readonly column: number } | null = null
    let line: Cell[] = []
    for (const [index, { cells, isWrapped }] of this.#rows.entries()) {
      const place = index === this.#row ? line.length + this.#column : null
      if (place !== null) cursor = { row: rows.length + Math.floor(place / columns), column: place % columns }
      line.push(...cells)
      if (isWrapped) continue
      rows.push(...wrap(line, columns))
      line = []
    }
    this.#rows = rows
    this.#row = cursor?.row ?? 0
    this.#column = cursor?.column ?? 0
    while (this.#rows.length <= this.#row) this.#rows.push(emptyRow())
  }

  #obey(part: string): void {
    const style = /^\u001b\[([\d;]*)m$/.exec(part)
    if (style !== null) this.#setStyle((style[1] ?? '').split(';').map(Number))
    else if (part === '\u001b[J' || part === '\u001b[0J') this.#eraseBelow()
    else if (part === '\u001b[K' || part === '\u001b[0K') this.#eraseRight()
    else if (part === '\r') this.#column = 0
    else if (part === '\n') this.#endLine()
    else if (part === '\t') this.#column = Math.min(this.#columns - 1, (Math.floor(this.#column / TAB) + 1) * TAB)
    else if (/^\p{Cc}/u.test(part)) throw new Error(`the terminal got ${JSON.stringify(part)} after\n${this.text}`)
    else this.#put(part)
  }

  #endLine(): void {
    this.#isBalanced &&= this.#style.length === 0
    this.#moveDown()
  }

  #setStyle(codes: readonly number[]): void {
    for (const code of codes) {
      const isEnded = ENDED_BY[code]
      if (isEnded !== undefined) this.#style = this.#style.filter((style) => !isEnded(style))
      else if (STYLES.includes(code)) this.#style = [...new Set([...this.#style, code])].toSorted((a, b) => a - b)
      else throw new Error(`the terminal got the style ${code}, which no command may use`)
    }
  }

  #eraseRight(): void {
    const row = this.#rows[this.#row]
    if (row !== undefined) this.#rows[this.#row] = { cells: row.cells.slice(0, this.#column), isWrapped: false }
  }

  #eraseBelow(): void {
    this.#eraseRight()
    this.#rows.length = this.#row + 1
  }

  #moveDown(): void {
    this.#row += 1
    if (this.#row === this.#rows.length) this.#rows.push(emptyRow())
  }

  #put(char: string): void {
    // A full row wraps only when another character follows.
    if (this.#column === this.#columns) {
      const row = this.#rows[this.#row]
      if (row !== undefined) row.isWrapped = true
      this.#column = 0
      this.#moveDown()
    }
    const cells = this.#rows[this.#row]?.cells ?? []
    while (cells.length < this.#column) cells.push({ char: ' ', style: [] })
    cells[this.#column] = { char, style: this.#style }
    this.#column += 1
  }
}

const emptyRow = (): Row => ({ cells: [], isWrapped: false })

function wrap(line: readonly Cell[], columns: number): Row[] {
  if (line.length === 0) return [emptyRow()]
  const rows: Row[] = []
  for (let at = 0; at < line.length; at += columns)
    rows.push({ cells: line.slice(at, at + columns), isWrapped: at + columns < line.length })
  return rows
}
