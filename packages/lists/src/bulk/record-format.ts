import { formatRow } from '../io/cell.ts'
import { joinMembers, readValue } from '../io/json-members.ts'
import { computeKey } from './compute-key.ts'
import type { JudgedRecord } from './json-record.ts'
import { formatJsonRecord, listAddedCells, type RecordOutput } from './record-output.ts'

/** Formats a record of JSON lines, without the newline. */
export type RecordFormat = (judged: JudgedRecord) => string

/** @param names the columns of a table that is written; every field of every record is one of them */
export function createRecordFormat(output: RecordOutput, names: readonly string[] | null): RecordFormat {
  if (output.format === 'jsonl') return (judged) => formatAsJson(judged, output)
  if (output.format === 'text') return ({ outcome }) => formatAsText(outcome?.ok === true ? outcome.url : '', output)
  return (judged) => formatAsRow(judged, names ?? [], output)
}

function formatAsJson({ outcome, input, listMembers }: JudgedRecord, output: RecordOutput): string {
  if (outcome === null) return joinMembers(listMembers(false))
  return formatJsonRecord(listMembers(output.into === null), outcome, input, output)
}

function formatAsText(url: string, { withKey }: RecordOutput): string {
  return withKey && url !== '' ? `${computeKey(url)}\t${url}` : url
}

function formatAsRow({ outcome, listMembers }: JudgedRecord, names: readonly string[], output: RecordOutput): string {
  const texts = new Map(
    listMembers(output.into === null).map((member) => [member.name, formatValue(readValue(member), output)]),
  )
  return formatRow([...names.map((name) => texts.get(name) ?? ''), ...listAddedCells(output, outcome)], output.style)
}

/** Formats a cell: a string without quotes, null as an empty cell, and any other value as JSON. */
function formatValue(value: string, { keepsNull = false }: RecordOutput): string {
  if (value === 'null') return ''
  if (!value.startsWith('"')) return value
  const text = JSON.parse(value) as string
  return keepsNull && (text === '' || text.startsWith('"')) ? value : text
}
