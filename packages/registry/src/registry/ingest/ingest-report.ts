/** Counts of lines; `seen` is the sum of the others. */
export interface IngestReport {
  readonly seen: number
  readonly new: number
  readonly duplicates: number
  readonly rejected: number
}

export const NOTHING_INGESTED: IngestReport = { seen: 0, new: 0, duplicates: 0, rejected: 0 }

export function addReports(a: IngestReport, b: IngestReport): IngestReport {
  return {
    seen: a.seen + b.seen,
    new: a.new + b.new,
    duplicates: a.duplicates + b.duplicates,
    rejected: a.rejected + b.rejected,
  }
}
