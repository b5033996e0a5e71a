/** Prints rows as a Markdown table that also reads well on a terminal; all columns but the first are figures. */
export function printTable(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length), 3))
  const line = (cells) => `| ${cells.map((cell, at) => pad(cell, widths[at], at)).join(' | ')} |`
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  console.log(['', line(head), line(rule), ...rows.map(line), ''].join('\n'))
}

const pad = (cell, width, column) => (column === 0 ? cell.padEnd(width) : cell.padStart(width))
