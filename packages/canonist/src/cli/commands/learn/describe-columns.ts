import type { LogColumns, LogReport } from '@canonist/server/internal/app/learn/learn'
import { excerpt } from '@canonist/core/internal/text/printable'

const MAX_LOGS = 5
const MAX_UNUSED = 8

/** Which columns of each log were read, and as what. A column with an unknown name is not read, so it is listed. */
export function describeColumns({ columns }: LogReport): string[] {
  const shown = columns.slice(0, MAX_LOGS).map(describeLog)
  const left = columns.length - shown.length
  return left > 0 ? [...shown, `canonist: and ${left} more logs with columns`] : shown
}

function describeLog({ log, used, unused }: LogColumns): string {
  const read = used.map(([name, field]) => (name === field ? name : `${excerpt(name)} as ${field}`)).join(', ')
  return `canonist: ${log}: read ${read === '' ? 'no column' : read}${unused.length === 0 ? '' : `; not used: ${listNames(unused)}`}`
}

function listNames(names: readonly string[]): string {
  const left = names.length - MAX_UNUSED
  const shown = names.slice(0, MAX_UNUSED).map(excerpt).join(', ')
  return left > 0 ? `${shown} and ${left} more` : shown
}
