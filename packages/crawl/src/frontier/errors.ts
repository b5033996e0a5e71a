import type { ErrorEntry } from '@canonist/core'

/** Why the result of a visit was not applied. Both are returned, not thrown: the worker continues. */
export const FRONTIER_ERRORS = {
  lease_lost: {
    kind: 'conflict',
    retry: false,
    says: 'The lease expired before the result was reported, so the result was discarded.',
    fix: 'Report within the lease, or renew it with a heartbeat.',
  },
  invalid_final_url: {
    kind: 'invalid',
    retry: false,
    says: 'The final URL is not a valid URL. Nothing was changed, and the lease is still active.',
    fix: 'Report a failure instead.',
  },
} as const satisfies Record<string, ErrorEntry>

export type FrontierErrorCode = keyof typeof FRONTIER_ERRORS
