export { canonicalize } from './canonicalize/canonicalize.ts'
export type { CanonicalizeOptions, KnownUrl } from './canonicalize/options.ts'
export type { Preset } from './canonicalize/presets.ts'
export type {
  AliasEvidence,
  Attempt,
  CandidateReport,
  Canonicalized,
  CanonicalizeResult,
  ErrorCode,
  CandidateOutcome,
  NotCanonicalized,
  AttemptOutcome,
  Proof,
  AttemptPurpose,
  CanonicalizeReason,
  CanonicalizeWarning,
} from './canonicalize/result.ts'
