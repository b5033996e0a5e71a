import { RunError } from '../run-error.ts'

/** Rejects --csv-safe for formats that no spreadsheet takes for formulas. */
export function rejectSafeWithoutTable(isSafe: boolean, format: string): void {
  if (!isSafe || format === 'csv' || format === 'tsv') return
  throw new RunError(`--csv-safe is for tables, not for ${format}. Add --format csv.`, 2)
}
