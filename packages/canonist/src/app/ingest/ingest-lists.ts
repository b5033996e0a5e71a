import type { SubmitOptions } from '../../frontier/frontier.ts'
import type { CheckPriority } from '../../health/priority.ts'
import type { Input } from '../../io/input.ts'
import type { Format } from '../../io/line-formats.ts'
import type { IngestOptions, IngestReport, Lines } from '../../registry/ingest/ingest.ts'
import type { Canonist } from '../open-canonist.ts'
import { createStep, type RunOptions } from '../run-options.ts'
import { registryLines } from './registry-lines.ts'

export type { QueuePriority } from '../../frontier/frontier.ts'
export type { CheckPriority } from '../../health/priority.ts'
export type { IngestReport } from '../../registry/ingest/ingest.ts'

/** Progress is the bytes and the lines that were read. */
export interface IngestListsOptions
  extends
    RunOptions<[bytes: number, lines: number]>,
    Pick<IngestOptions, 'source' | 'onReport' | 'onResume' | 'batchLines'> {
  readonly format?: Format | undefined
  /** The column of the URL in a table; without it, each line is a URL. */
  readonly column?: string | undefined
}

/**
 * Takes the URLs of lists into the registry. With a priority their pages are watched by link health. Interrupted and called
 * again with the same `source` it resumes.
 */
export async function ingestLists(
  canonist: Canonist,
  inputs: readonly Input[],
  { priority, ...options }: IngestListsOptions & { readonly priority?: CheckPriority | undefined } = {},
): Promise<IngestReport> {
  const lines = linesOf(inputs, options)
  if (priority === undefined) return (await canonist.registry()).ingest(lines, ingestOptions(options))
  const { ingestWithPriority } = await import('../../health/ingest-with-priority.ts')
  return ingestWithPriority(canonist.context, lines, { ...ingestOptions(options), priority })
}

/** The same, and queues their pages: `new` counts those that were not queued before. */
export async function queueLists(
  canonist: Canonist,
  inputs: readonly Input[],
  { priority, ...options }: IngestListsOptions & Pick<SubmitOptions, 'priority'> = {},
): Promise<IngestReport> {
  const frontier = await canonist.frontier()
  return frontier.submit(linesOf(inputs, options), { ...ingestOptions(options), priority })
}

function linesOf(inputs: readonly Input[], options: IngestListsOptions): Lines {
  const { format = 'text', column = null } = options
  return registryLines(inputs, { format, column, onProgress: createStep(options) })
}

function ingestOptions({ source, onReport, onResume, batchLines, signal }: IngestListsOptions): IngestOptions {
  return { source, onReport, onResume, batchLines, signal }
}
