import type { SubmitOptions } from '@canonist/crawl/internal/frontier/frontier'
import type { CheckPriority } from '@canonist/links/internal/health/priority'
import type { Input } from '@canonist/lists/internal/io/input'
import type { OnRejected } from '@canonist/lists/internal/io/input-report'
import type { Format } from '@canonist/lists/internal/io/line-formats'
import type { IngestOptions, IngestReport, Line, Lines } from '@canonist/registry/internal/registry/ingest/ingest'
import type { Canonist } from '../open-canonist.ts'
import { createStep, type RunOptions } from '../run-options.ts'
import { createRejectionLister } from './list-rejected.ts'
import { readBlocks, readLists, type LineBlock } from './read-lists.ts'

export type { QueuePriority } from '@canonist/crawl/internal/frontier/frontier'
export type { CheckPriority } from '@canonist/links/internal/health/priority'
export type { IngestReport } from '@canonist/registry/internal/registry/ingest/ingest'

/** Progress is the bytes and the lines that were read. */
export interface IngestListsOptions
  extends
    RunOptions<[bytes: number, lines: number]>,
    Pick<IngestOptions, 'source' | 'onReport' | 'onResume' | 'batchLines'> {
  readonly format?: Format | undefined
  /** The column of the URL in a table; without it, each line is a URL. */
  readonly column?: string | undefined
  /** Receives the rejected inputs with their places: all of them, even if an interrupted run has read some before. */
  readonly onRejected?: OnRejected | undefined
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
  const lines = readLines(canonist, inputs, options)
  if (priority === undefined) return (await canonist.registry()).ingest(lines, pickIngestOptions(options))
  const { ingestWithPriority } = await import('@canonist/links/internal/health/ingest-with-priority')
  return ingestWithPriority(canonist.context, lines, { ...pickIngestOptions(options), priority })
}

/** The same, and queues their pages: `new` counts those that were not queued before. */
export async function queueLists(
  canonist: Canonist,
  inputs: readonly Input[],
  { priority, ...options }: IngestListsOptions & Pick<SubmitOptions, 'priority'> = {},
): Promise<IngestReport> {
  const frontier = await canonist.frontier()
  return frontier.submit(readLines(canonist, inputs, options), { ...pickIngestOptions(options), priority })
}

function readLines(canonist: Canonist, inputs: readonly Input[], options: IngestListsOptions): Lines {
  const { format = 'text', column = null, onRejected } = options
  const lineOptions = { format, column, onProgress: createStep(options) }
  if (onRejected === undefined) return readLists(inputs, lineOptions)
  return reportRejected(canonist, readBlocks(inputs, lineOptions), onRejected)
}

async function* reportRejected(
  { policy }: Canonist,
  blocks: AsyncIterable<LineBlock>,
  onRejected: OnRejected,
): AsyncGenerator<readonly Line[]> {
  const listRejected = createRejectionLister(policy)
  for await (const block of blocks) {
    await onRejected(listRejected(block))
    yield block.lines
  }
}

function pickIngestOptions({ source, onReport, onResume, batchLines, signal }: IngestListsOptions): IngestOptions {
  return { source, onReport, onResume, batchLines, signal }
}
