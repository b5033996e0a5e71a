/** Counts of lines; `seen` is the sum of the others. */
export interface IngestReport {
  readonly seen: number
  readonly new: number
  readonly duplicates: number
  readonly rejected: number
}

export function addReports(a: IngestReport, b: IngestReport): IngestReport {
  return {
    seen: a.seen + b.seen,
    new: a.new + b.new,
    duplicates: a.duplicates + b.duplicates,
    rejected: a.rejected + b.rejected,
  }
}
