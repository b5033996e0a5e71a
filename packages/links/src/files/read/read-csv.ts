import { detectDelimiter } from '@canonist/lists/internal/io/table-dialect'
import { ValueCollector, type ReadOutcome, type Wanted } from './found-value.ts'
import { scanCsv, type CsvCell } from './scan-csv.ts'
import { isWebUrl } from './web-url.ts'

/**
 * The wanted columns of a table, by the names in its first row; every other row is an item. Without wanted columns, a first row
 * that holds a URL is an item, too: the table has no header.
 */
export function readCsv(text: string, wanted: Wanted): ReadOutcome {
  const rows = scanCsv(text, detectDelimiter(text))
  if (!Array.isArray(rows)) return { ok: false, ...rows }
  const collector = new ValueCollector(wanted)
  const hasHeader = wanted !== null || !rows[0]?.some(({ text: cell }) => isWebUrl(cell))
  const names = hasHeader ? (rows[0] ?? []).map((cell) => cell.text.trim()) : []
  const items = hasHeader ? rows.slice(1) : rows
  for (const [index, row] of items.entries()) collectRow(collector, row, index, names)
  return collector.finish()
}

function collectRow(collector: ValueCollector, row: readonly CsvCell[], index: number, names: readonly string[]): void {
  collector.enter([index], row[0]?.start ?? 0)
  for (const [column, { text, start, end, isQuoted }] of row.entries()) {
    const path = [index, names[column] ?? '']
    if (!collector.wants(path)) continue
    collector.add({ path, text, kind: 'text', start, end, spelling: isQuoted ? 'csv-quoted' : 'csv-plain' })
  }
}
