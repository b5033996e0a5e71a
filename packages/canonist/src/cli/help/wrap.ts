/**
 * Breaks text into lines of at most `width` characters, at spaces only: a longer word keeps its line to itself.
 *
 * @example wrap('one two three', 7) // ['one two', 'three']
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/**
 * Breaks a shell command into lines that can be pasted together: each but the last ends with a backslash. Breaks only at
 * spaces outside quotes, and not between a flag and its value if both fit in one line.
 *
 * @example wrapCommand('canonist find --json https://example.com/', 24) // ['canonist find --json \\', '  https://example.com/']
 */
export function wrapCommand(command: string, width: number): string[] {
  const units = listUnits(command, width - `  ${BREAK}`.length)
  const lines: string[] = []
  let line = ''
  for (const [index, unit] of units.entries()) {
    const end = index === units.length - 1 ? '' : BREAK
    if (line !== '' && `${line} ${unit}${end}`.length > width) {
      lines.push(`${line}${BREAK}`)
      line = `  ${unit}`
    } else line = line === '' ? unit : `${line} ${unit}`
  }
  return [...lines, line]
}

/** The words of a command; a flag, `>` or `|` forms a unit with the word after it, unless the unit is longer than `max`. */
function listUnits(command: string, max: number): string[] {
  const words = command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  const units: string[] = []
  for (const word of words) {
    const last = units.at(-1) ?? ''
    const isPair = /^[->|]\S*$/.test(last) && !word.startsWith('-') && `${last} ${word}`.length <= max
    if (isPair) units.splice(-1, 1, `${last} ${word}`)
    else units.push(word)
  }
  return units
}

const BREAK = ' \\'

/** A row of a list: a label and its description. */
export type Row = readonly [label: string, text: string]

const INDENT = 2
const GAP = 2
/** A longer label has its own line, and its description starts on the next. */
const MAX_LABEL_LENGTH = 28
/** In a narrower column, descriptions are hard to read: then they start below their labels instead. */
const MIN_TEXT_WIDTH = 36
const NARROW_COLUMN = 10

/** Lays out rows with their descriptions wrapped in one column. Pass the same column for all lists of a page. */
export function layOutRows(rows: readonly Row[], width: number, column = findColumn(rows)): string[] {
  const start = width - column < MIN_TEXT_WIDTH ? NARROW_COLUMN : column
  return rows.flatMap(([label, text]) => {
    const lines = wrap(text, Math.max(width - start, 20)).map((line) => `${' '.repeat(start)}${line}`)
    const first = `${' '.repeat(INDENT)}${label}`
    if (first.length + GAP > start) return [first, ...lines]
    return [`${first.padEnd(start)}${(lines[0] ?? '').trimStart()}`, ...lines.slice(1)]
  })
}

/** The column where the descriptions of these rows start. */
export function findColumn(rows: readonly Row[]): number {
  const fitting = rows.map(([label]) => label.length).filter((length) => length <= MAX_LABEL_LENGTH)
  return INDENT + Math.max(8, ...fitting) + GAP
}
