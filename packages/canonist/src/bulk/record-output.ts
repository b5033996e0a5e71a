import type { RowStyle } from '../io/cell.ts'
import type { RawMember } from '../io/json-members.ts'
import type { Format } from '../io/line-formats.ts'
import type { LineOutcome } from '../io/line-outcome.ts'
import { formatJson } from '../text/format-json.ts'
import { computeKey } from './compute-key.ts'
import { toJsonFields } from './line-format.ts'

/** How records are written: plain data, so that it can be sent to a worker thread. */
export interface RecordOutput {
  readonly format: Format
  /** Of csv and tsv. */
  readonly style: RowStyle
  /** The new column for the result, beside one for the error; null: the result replaces the column it was read from. */
  readonly into: string | null
  readonly withKey: boolean
}

/** The names of the columns that are added to a table. */
export function listAddedColumns({ into, withKey }: RecordOutput): string[] {
  return [...(into === null ? [] : [into]), ...(withKey ? ['key'] : []), ...(into === null ? [] : ['error'])]
}

/** The cells of those columns. */
export function listAddedCells({ into, withKey }: RecordOutput, outcome: LineOutcome | null): string[] {
  const url = outcome?.ok === true ? outcome.url : ''
  const error = outcome?.ok === false ? outcome.code : ''
  const key = withKey && url !== '' ? computeKey(url) : ''
  return [...(into === null ? [] : [url]), ...(withKey ? [key] : []), ...(into === null ? [] : [error])]
}

/** Writes a record as a JSON object. Its members keep their spelling, except those that the result replaces. */
export function formatJsonRecord(
  members: readonly RawMember[],
  outcome: LineOutcome,
  input: unknown,
  { into, withKey }: RecordOutput,
): string {
  const added = into === null ? { input, ...toJsonFields(outcome) } : toIntoFields(outcome, into, withKey)
  const kept = members.filter(({ name }) => !Object.hasOwn(added, name)).map(({ text }) => text)
  return `{${[...kept, formatJson(added).slice(1, -1)].join(',')}}`
}

function toIntoFields(outcome: LineOutcome, into: string, withKey: boolean): object {
  if (!outcome.ok) return { [into]: null, error: { code: outcome.code, message: outcome.message } }
  const { url, changes } = outcome
  return {
    [into]: url,
    ...(withKey ? { key: computeKey(url) } : {}),
    ...(changes === undefined ? {} : { changes }),
  }
}
