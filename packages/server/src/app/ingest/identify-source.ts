import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createReadError } from '@canonist/lists/internal/io/errors'
import type { Format } from '@canonist/lists/internal/io/line-formats'
import { isUrl } from '@canonist/core/internal/text/is-url'

export interface SourceOptions {
  readonly format: Format
  readonly column: string | undefined
}

/**
 * What an ingest is known by when it is interrupted: its files as they are now, since a file that has changed is another
 * one. URLs that are named themselves are ingested at once, and stdin cannot be read again: then there is nothing to resume.
 */
export async function identifySource(
  names: readonly string[],
  { format, column }: SourceOptions,
): Promise<string | undefined> {
  if (names.length === 0 || names.includes('-') || names.every(isUrl)) return undefined
  const inputs = await Promise.all(names.map(identifyInput))
  return JSON.stringify(column === undefined ? { inputs } : { format, column, inputs })
}

async function identifyInput(name: string): Promise<string | object> {
  if (isUrl(name)) return name
  const info = await stat(name).catch((error: unknown) => Promise.reject(createReadError(name, error)))
  return { file: resolve(name), size: info.size, modified: info.mtimeMs }
}
