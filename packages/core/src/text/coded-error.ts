import type { ErrorEntry, ErrorKind } from '../url/error-entry.ts'

/** What an error adds to its row of the table. */
export interface CodedErrorOptions {
  /** The thing that the error is about, as people know it: a file, a URL, a flag. Begins the message. */
  readonly thing?: string | undefined
  /** More about the problem; goes between the problem and the fix. */
  readonly detail?: string | undefined
  /** Replaces the words of the table where more is known. */
  readonly says?: string | undefined
  readonly fix?: string | undefined
  readonly cause?: unknown
}

/**
 * An error whose code has a row in a table: `thing: problem (detail). Fix.`
 *
 * Every domain has one table and one class that extends this one, so that callers can branch on `code` and interfaces on `kind`.
 */
export class CodedError<Code extends string = string> extends Error {
  override readonly name: string = 'CodedError'
  readonly code: Code
  readonly kind: ErrorKind
  readonly retry: boolean
  /** The problem alone, for interfaces that show it apart. */
  readonly says: string
  /** The last sentence of the message, for interfaces that show it apart. */
  readonly fix: string

  constructor(table: Readonly<Record<Code, ErrorEntry>>, code: Code, options: CodedErrorOptions = {}) {
    const row = table[code]
    const { thing, detail, says = row.says, fix = row.fix, cause } = options
    super(describeEntry({ says, fix }, thing, detail), cause === undefined ? {} : { cause })
    this.code = code
    this.kind = row.kind
    this.retry = row.retry
    this.says = says
    this.fix = fix
  }
}

/** Formats a row as a message, for errors that are values: `thing: problem (detail) Fix.` */
export function describeEntry(
  { says, fix }: Pick<ErrorEntry, 'says' | 'fix'>,
  thing?: string,
  detail?: string,
): string {
  const subject = thing === undefined ? '' : `${thing}: `
  const more = detail === undefined ? '' : ` (${detail})`
  return `${subject}${says}${more} ${fix}`
}

/** 2: wrong usage or configuration; 3: could not run. */
export function toExitCode(kind: ErrorKind): 2 | 3 {
  return EXIT_CODES[kind]
}

const EXIT_CODES: Readonly<Record<ErrorKind, 2 | 3>> = {
  usage: 2,
  invalid: 2,
  missing: 2,
  conflict: 2,
  blocked: 2,
  busy: 3,
  unavailable: 3,
  bug: 3,
}

export function toHttpStatus(kind: ErrorKind): number {
  return HTTP_STATUSES[kind]
}

const HTTP_STATUSES: Readonly<Record<ErrorKind, number>> = {
  usage: 422,
  invalid: 422,
  missing: 404,
  conflict: 409,
  busy: 503,
  unavailable: 503,
  blocked: 403,
  bug: 500,
}
