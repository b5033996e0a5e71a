import type { RowStyle } from '../io/cell.ts'
import type { RawMember } from '../io/json-members.ts'
import type { Format } from '../io/line-formats.ts'
import type { LineOutcome } from '../io/line-outcome.ts'
import { formatJson } from '@canonist/core/internal/text/format-json'
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
  /**
   * Of a table that is made from JSON lines: a text that is empty or begins with a quote is written as JSON, so that an empty cell
   * always means null.
   */
  readonly keepsNull?: boolean
}

/** The names of the columns that are added to a table. */
export function listAddedColumns({ into, withKey }: RecordOutput): string[] {
  return [...(into === null ? [] : [into]), ...(withKey ? ['key'] : []), ...(into === null ? [] : ['error'])]
}

/**
 * The names that the input must not have, because one of the two values would be lost. JSON may have an `error`, which is replaced only
 * if the URL is invalid.
 */
export function listReservedColumns(output: RecordOutput): string[] {
  if (output.format === 'text') return []
  return listAddedColumns(output).filter((name) => output.format !== 'jsonl' || name !== 'error')
}

/** The cells of the added columns. */
export function listAddedCells({ into, withKey }: RecordOutput, outcome: LineOutcome | null): string[] {
  const url = outcome?.ok === true ? outcome.url : ''
  const error = outcome?.ok === false ? outcome.code : ''
  const key = withKey && url !== '' ? computeKey(url) : ''
  return [...(into === null ? [] : [url]), ...(withKey ? [key] : []), ...(into === null ? [] : [error])]
}

/**
 * Writes a record as a JSON object. Its own members keep their values and their spelling, and those of the result are added beside
 * them. Only an error replaces a member, so that every rejected record says why.
 */
export function formatJsonRecord(
  members: readonly RawMember[],
  outcome: LineOutcome,
  input: unknown,
  output: RecordOutput,
): string {
  const kept = outcome.ok ? members : members.filter(({ name }) => name !== 'error')
  const isFree = ([name]: [string, unknown]): boolean => !kept.some((member) => member.name === name)
  const added = Object.entries(listResultFields(outcome, input, output, members.length > 0)).filter(isFree)
  const texts = added.map(([name, value]) => `${JSON.stringify(name)}:${formatJson(value)}`)
  return `{${[...kept.map(({ text }) => text), ...texts].join(',')}}`
}

/** A line that is not a record has no member with its text. */
function listResultFields(
  outcome: LineOutcome,
  input: unknown,
  { into, withKey }: RecordOutput,
  hasMembers: boolean,
): object {
  if (into === null) return { input, ...toJsonFields(outcome) }
  return { ...(hasMembers ? {} : { input }), ...toIntoFields(outcome, into, withKey) }
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
