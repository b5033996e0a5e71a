import { open } from 'node:fs/promises'
import { EXPORT_COLUMNS, type Exported, type ExportRow } from '../bulk/registry/export-columns.ts'
import { writeCsv, writeJsonl, type WriteExport } from '../bulk/registry/write-export.ts'
import { reasonOf, RunError } from '../bulk/run-error.ts'
import { shownName } from '../bulk/shown-name.ts'
import type { Sink } from '../bulk/sink.ts'
import type { Registry } from '../registry/registry.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import type { ExportFlags } from './export.ts'
import { plural } from './plural.ts'
import { useRegistry } from './use-registry.ts'

export async function exportRows(environment: Environment, flags: ExportFlags, what: Exported): Promise<DoneExitCode> {
  if (flags.format === 'parquet' && flags.output === undefined && environment.isReadByPerson)
    throw new RunError('Parquet is not for a terminal; add --output FILE, or send it on with > or |', 2)
  const write = await writerOf(flags.format)
  const count = await useRegistry(environment, flags, { readOnly: true }, (registry) =>
    withOutput(environment, flags.output, (sink) => write(rowsOf(registry, what), EXPORT_COLUMNS[what], sink)),
  )
  if (!flags.quiet && flags.output !== undefined)
    environment.tell(`canonist: ${plural(count, 'row')} in ${shownName(flags.output)}`)
  return 0
}

async function writerOf(format: ExportFlags['format']): Promise<WriteExport> {
  if (format === 'parquet') return (await import('../bulk/registry/write-parquet.ts')).writeParquet
  return format === 'csv' ? writeCsv : writeJsonl
}

async function* rowsOf(registry: Registry, what: Exported): AsyncGenerator<ExportRow> {
  const rows = {
    pages: () => registry.exportPages(),
    aliases: () => registry.exportAliases(),
    rejected: () => registry.exportRejected(),
    reviews: () => registry.exportReviews(),
    admissions: () => registry.exportAdmissions(),
    facts: () => registry.exportFacts(),
  }[what]()
  for await (const row of rows) yield { ...row }
}

async function withOutput<T>(
  environment: Environment,
  file: string | undefined,
  use: (sink: Sink) => Promise<T>,
): Promise<T> {
  if (file === undefined) return use(environment.sink)
  const handle = await open(file, 'w').catch((error: unknown) => Promise.reject(cannotWrite(file, error)))
  try {
    return await use({
      // A disk that fills up may take a part of it.
      write: (bytes) => handle.writeFile(bytes).catch((error: unknown) => Promise.reject(cannotWrite(file, error))),
    })
  } finally {
    await handle.close()
  }
}

function cannotWrite(file: string, error: unknown): RunError {
  return new RunError(`cannot write ${shownName(file)}: ${reasonOf(error)}`, 3, error)
}
