/** How a table separates its cells. */
export interface TableDialect {
  /** One character of ASCII. */
  readonly delimiter: string
  /** Whether a cell may be in quotes (RFC 4180); tab-separated values know none. */
  readonly hasQuotes: boolean
}

export const CSV: TableDialect = { delimiter: ',', hasQuotes: true }

/** https://www.iana.org/assignments/media-types/text/tab-separated-values */
export const TSV: TableDialect = { delimiter: '\t', hasQuotes: false }

export const DIALECTS: Readonly<Record<'csv' | 'tsv', TableDialect>> = { csv: CSV, tsv: TSV }

const CANDIDATES = [',', ';', '\t', '|'] as const

/**
 * The delimiter of a CSV file, by its first line: the one that sets the wanted column apart, else the most frequent one outside of
 * quotes. Many European spreadsheets write semicolons.
 */
export function detectDelimiter(text: string, column?: string): string {
  const end = text.search(/[\r\n]/)
  const header = text.slice(0, end === -1 ? undefined : end)
  const bare = header.replace(/"(?:[^"]|"")*"/g, '')
  const splits = CANDIDATES.map((delimiter) => ({ delimiter, cells: bare.split(delimiter).length }))
  const named = column === undefined ? [] : splits.filter(({ delimiter }) => hasCell(header, delimiter, column))
  const [best = splits[0]] = (named.length === 0 ? splits : named).toSorted((a, b) => b.cells - a.cells)
  return best?.delimiter ?? ','
}

function hasCell(header: string, delimiter: string, column: string): boolean {
  const cells = header.split(delimiter)
  return cells.includes(column) || cells.includes(`"${column.replaceAll('"', '""')}"`)
}
