/**
 * One thing that a person or a build should look at: what, how bad, and where it stands. `validate` finds them in files,
 * `check` on the network; every format of a report is made from these.
 */
export interface Finding {
  /** The id of a rule of the report: `home-page`, `tracking-left`, `gone`. */
  readonly rule: string
  readonly level: Level
  /** One sentence for people: the thing, the reason and the cure. */
  readonly message: string
  readonly url: string
  /** The fragment that it is about: of the links to the page only those with this one are concerned. */
  readonly fragment?: string
  /** Where the URL stands; a finding about a page of the registry has no place in a file. */
  readonly place?: Place
  /** The other place that it is about: of two links that are one, the first. */
  readonly other?: Place
  /** What to write instead, where that is certain. */
  readonly replacement?: string
  /** The replacement as it is spelled at the place, where the file has escapes of its own. */
  readonly written?: string
}

/** Errors and warnings end a command with exit code 1; a note is only told. */
export type Level = 'error' | 'warning' | 'note'

/** Lines and columns count from 1; a column counts UTF-16 units, as editors and SARIF do. The end is behind the last one. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** A rule as reports introduce it; SARIF lists them, text does not. */
export interface ReportRule {
  readonly id: string
  readonly summary: string
  readonly level: Level
}
