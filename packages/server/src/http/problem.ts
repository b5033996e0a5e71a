import { UrlError } from '@canonist/core'
import { InputError, type InputFault } from '../operations/operation.ts'
import { CodedError, toHttpStatus } from '@canonist/core/internal/text/coded-error'
import { ApiError } from './errors.ts'

/** An error as responses have it: https://www.rfc-editor.org/rfc/rfc9457 */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly fix: string
  readonly errors?: readonly InputFault[]
}

export const PROBLEM_TYPE = 'application/problem+json'

/** What a response says of an error. An error without a code is a defect: its words go to the log alone. */
export function toProblem(error: unknown): Problem {
  if (error instanceof CodedError || error instanceof UrlError) return describe(error)
  return describe(new ApiError('api/defect'))
}

function describe(error: CodedError | UrlError): Problem {
  const { code, says, fix } = error
  const status = error instanceof ApiError ? error.status : toHttpStatus(error.kind)
  const problem = { type: `urn:canonist:error:${code}`, title: says, status, code, detail: dropFix(error), fix }
  return error instanceof InputError ? { ...problem, errors: error.errors } : problem
}

/** The fix has a field of its own. */
function dropFix({ message, fix }: CodedError | UrlError): string {
  return message.endsWith(fix) ? message.slice(0, -fix.length).trimEnd() : message
}

/** Seconds after which a client may try again; null where that is of no use. */
export function findRetryAfter(status: number): number | null {
  return RETRY_AFTER[status] ?? null
}

const RETRY_AFTER: Readonly<Record<number, number>> = { 429: 1, 503: 5 }
