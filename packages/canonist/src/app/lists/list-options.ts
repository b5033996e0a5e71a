import type { Policy, PolicyName, PolicySpec } from '@canonist/core'
import type { OnProgress, OnRejected } from '../../io/input-report.ts'
import type { Format } from '../../io/line-formats.ts'
import type { Sink } from '../../io/sink.ts'

/** Options of every job over lists. */
export interface ListOptions {
  readonly policy: Policy
  readonly format: Format
  /** The column that holds the URL; null: the line is the URL. */
  readonly column?: string | null | undefined
  /** Whether the key is written, too. */
  readonly withKey?: boolean | undefined
  /** Whether cells that a spreadsheet would take for formulas are made harmless. */
  readonly isSafe?: boolean | undefined
  readonly onProgress?: OnProgress | undefined
  /** Receives the rejected inputs with their places. */
  readonly onRejected?: OnRejected | undefined
  readonly signal?: AbortSignal | undefined
}

/** A name or a spec, of which a worker thread makes the same policy. */
export type PolicySource = PolicyName | PolicySpec

/** Ends a job at its next write when the signal aborts. */
export function makeAbortable(sink: Sink, signal: AbortSignal | undefined): Sink {
  if (signal === undefined) return sink
  return {
    async write(bytes) {
      signal.throwIfAborted()
      await sink.write(bytes)
    },
  }
}
