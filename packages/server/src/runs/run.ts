/**
 * A run is long work that a server does in the background. It has progress, a log and a result, can be cancelled, and is stored
 * in the database, so that a restart loses none.
 *
 *     queued ── running ── done | failed | cancelled
 *        └─────────┴────── interrupted ── (resume) ── queued
 *
 * A run is `interrupted` when the process that worked on it has stopped or died.
 */

export const RUN_KINDS = ['ingest', 'check', 'work', 'learn', 'canonicalize'] as const
export type RunKind = (typeof RUN_KINDS)[number]

export const RUN_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'interrupted'] as const
export type RunState = (typeof RUN_STATES)[number]

export interface RunProgress {
  readonly done: number
  /** Null if it is unknown until the end. */
  readonly total: number | null
  /** What is counted: bytes, pages, URLs. */
  readonly unit: string
}

export interface RunFailure {
  readonly code: string
  readonly message: string
  readonly fix: string
}

export interface Run {
  readonly id: number
  readonly kind: RunKind
  readonly options: Readonly<Record<string, unknown>>
  readonly state: RunState
  /** The name of the token that started it. */
  readonly startedBy: string
  readonly progress: RunProgress
  /** Null until the run is done. */
  readonly result: unknown
  /** Why it failed. */
  readonly error: RunFailure | null
  /** Whether a caller has asked to cancel it; it stops at its next step. */
  readonly isCancelWanted: boolean
  /** How often it was begun or resumed. */
  readonly attempts: number
  /** ISO 8601. */
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
}

export type LogLevel = 'info' | 'warning' | 'error'

export interface RunLogLine {
  readonly line: number
  readonly at: string
  readonly level: LogLevel
  readonly message: string
}
