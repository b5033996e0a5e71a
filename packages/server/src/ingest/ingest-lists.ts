import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Policy } from '@canonist/core'
import type { SubmitOptions } from '@canonist/crawl/internal/frontier/frontier'
import type { CheckPriority } from '@canonist/links/internal/health/priority'
import type { Input } from '@canonist/lists/internal/io/input'
import type { OnRejected, RejectedInput } from '@canonist/lists/internal/io/input-report'
import type { Format } from '@canonist/lists/internal/io/line-formats'
import type { IngestOptions, IngestReport, Line, Lines } from '@canonist/registry/internal/registry/ingest/ingest'
import { createPageNormalizer } from '@canonist/registry/internal/registry/canonical-url'
import { explainRejection, normalizeLine } from '@canonist/registry/internal/registry/ingest/judge-line'
import { toRawUrl } from '@canonist/registry/internal/registry/spelling'
import { createReadError } from '@canonist/lists/internal/io/errors'
import { isUrl } from '@canonist/core/internal/text/is-url'
import type { Canonist } from '../canonist/open-canonist.ts'
import { createStep, type RunOptions } from '../canonist/run-options.ts'
import { placeRejected, readBlocks, readLists, type LineBlock } from './read-lists.ts'

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

/**
 * Lists the lines that a registry with this policy rejects, with their places.
 *
 * The registry itself counts rejected lines without their places, and not again those that an interrupted run has read.
 * Each line is therefore normalized a second time here, but only where the places are wanted.
 */
function createRejectionLister(policy: Policy): (block: LineBlock) => RejectedInput[] {
  const normalize = createPageNormalizer(policy)
  return (block) =>
    block.lines.flatMap((line, index) => {
      if (line === '' || (typeof line === 'string' && normalizeLine(toRawUrl(line), normalize) !== null)) return []
      return [placeRejected(typeof line === 'string' ? explainRejection(line, policy) : line, block, index)]
    })
}

function pickIngestOptions({ source, onReport, onResume, batchLines, signal }: IngestListsOptions): IngestOptions {
  return { source, onReport, onResume, batchLines, signal }
}

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
