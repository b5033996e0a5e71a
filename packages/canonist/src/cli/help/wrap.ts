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

/** A row of a list: what is described, and its description. */
export type Row = readonly [label: string, text: string]

const INDENT = 2
const GAP = 2
/** A longer label has the line to itself, and its description begins on the next one. */
const MAX_LABEL_LENGTH = 28

/** Rows with their descriptions in one column, wrapped; all lists of one page have the column of `rows` given here. */
export function layOutRows(rows: readonly Row[], width: number, column = findColumn(rows)): string[] {
  return rows.flatMap(([label, text]) => {
    const lines = wrap(text, Math.max(width - column, 20)).map((line) => `${' '.repeat(column)}${line}`)
    const first = `${' '.repeat(INDENT)}${label}`
    if (first.length + GAP > column) return [first, ...lines]
    return [`${first.padEnd(column)}${(lines[0] ?? '').trimStart()}`, ...lines.slice(1)]
  })
}

/** Where the descriptions of these rows begin. */
export function findColumn(rows: readonly Row[]): number {
  const fitting = rows.map(([label]) => label.length).filter((length) => length <= MAX_LABEL_LENGTH)
  return INDENT + Math.max(8, ...fitting) + GAP
}
