import type { RunKindSpec } from '../kind.ts'
import type { RunKind } from '../run.ts'
import { canonicalizeRun } from './canonicalize.ts'
import { checkRun } from './check.ts'
import { ingestRun } from './ingest.ts'
import { learnRun } from './learn.ts'
import { workRun } from './work.ts'

/** Every kind of run. */
export const RUNS = {
  ingest: ingestRun,
  check: checkRun,
  work: workRun,
  learn: learnRun,
  canonicalize: canonicalizeRun,
} as const satisfies Record<RunKind, RunKindSpec>
