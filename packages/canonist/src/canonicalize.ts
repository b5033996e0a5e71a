export { canonicalize } from './canonicalize/canonicalize.ts'
export type { CanonicalizeOptions, Known } from './canonicalize/options.ts'
export type { Preset } from './canonicalize/presets.ts'
export type {
  AliasEvidence,
  Attempt,
  CandidateReport,
  Canonicalized,
  CanonicalizeResult,
  ErrorCode,
  Fate,
  NotCanonicalized,
  Outcome,
  Proof,
  Purpose,
  Reason,
  Warning,
} from './canonicalize/result.ts'
