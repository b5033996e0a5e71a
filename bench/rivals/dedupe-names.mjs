// The names that the policy `dedupe` knows, from the very sources of the normalizer: every contestant strips the same.
import { SIGNATURE_NAMES } from '@canonist/core/internal/policy/signature-names'
import { TRACKING_CORE } from '@canonist/core/internal/policy/tracking-names'

const STRIPPED = [...TRACKING_CORE, 'ref', 'source']

/** Plain names, to be looked up. */
export const STRIPPED_NAMES = new Set(STRIPPED.filter((pattern) => !pattern.includes('*')))

/** Families such as `utm_`; in this list the star always stands at the end. */
export const STRIPPED_PREFIXES = STRIPPED.filter((pattern) => pattern.includes('*')).map((glob) => glob.slice(0, -1))

export const SIGNATURES = new Set(SIGNATURE_NAMES.any)
export const SIGNATURE_PAIRS = SIGNATURE_NAMES.pairs
