import { z } from 'zod'
import type { NetworkOptions } from '../fetching/open-fetcher.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import type { LogLevel, RunKind } from './run.ts'

/** What a run works with. */
export interface RunContext {
  readonly app: Canonist
  readonly runId: number
  /** How requests are sent. */
  readonly network: NetworkOptions | undefined
  /** Aborted when the run is cancelled or the server stops. Finished work stays, and a resumed run continues from there. */
  readonly signal: AbortSignal
  /** Sets the progress. Cheap: the runner stores it once a second. */
  report(done: number, total?: number | null): void
  log(level: LogLevel, message: string): void
}

/** One kind of long work. */
export interface RunKindSpec<Options extends z.ZodType = z.ZodType> {
  readonly kind: RunKind
  readonly options: Options
  /** Whether it sends requests. */
  readonly fetches: boolean
  /** What its progress counts. */
  readonly unit: string
  /** Returns the result, which must survive JSON. Called again for a run that is resumed. */
  run(context: RunContext, options: z.output<Options>): Promise<unknown>
}

export function defineKind<Options extends z.ZodType>(spec: RunKindSpec<Options>): RunKindSpec<Options> {
  return spec
}

/** The id that an upload was answered with. */
export const uploadId = z.int().min(1).describe('The id of an upload')

export const concurrency = z
  .int()
  .min(1)
  .max(256)
  .optional()
  .describe('Maximum number of simultaneous requests, over all hosts')
