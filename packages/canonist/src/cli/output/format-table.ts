// Not imported: as an ES module, node:util also loads streams and worker threads.
const { stripVTControlCharacters } = process.getBuiltinModule('node:util')

/** Pads all columns but the last to equal width. */
export function formatTable(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, measureWidth(cell))
  }
  return rows.map((row) => `${`${indent}${formatRow(row, widths)}`.trimEnd()}\n`).join('')
}

function formatRow(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, index) => {
    const isLast = index === row.length - 1
    return isLast ? cell : cell + ' '.repeat((widths[index] ?? 0) - measureWidth(cell))
  })
  return cells.join('  ')
}

/** Without the codes of colours. */
export function measureWidth(text: string): number {
  return stripVTControlCharacters(text).length
}
