/**
 * Something that a person or a build should look at: the problem, its level and its place. `validate` finds them in files, `check`
 * on the network; every format of a report is made from these.
 */
export interface Finding {
  /** The id of a rule of the report: `home-page`, `tracking-left`, `gone`. */
  readonly rule: string
  readonly level: Level
  /** One line for people: thing, problem, fix. */
  readonly message: string
  readonly url: string
  /** The fragment that it concerns: of the links to the page, only those with this fragment. */
  readonly fragment?: string
  /** The place of the URL; a finding about a page of the registry has none. */
  readonly place?: Place
  /** The other place that it concerns: for a duplicate, the first link. */
  readonly other?: Place
  /** The URL to write instead, if that is certain. */
  readonly replacement?: string
  /** The replacement as the file must spell it, with its escapes. */
  readonly written?: string
}

/** Errors and warnings may give exit code 1; a note never does. */
export type Level = 'error' | 'warning' | 'note'

/** Lines and columns count from 1; a column counts UTF-16 units, as editors and SARIF do. The end is exclusive. */
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
