import type { ErrorEntry } from '@canonist/core'

/** Why the result of a visit is not applied. Both are values: the worker goes on. */
export const FRONTIER_ERRORS = {
  lease_lost: {
    kind: 'conflict',
    retry: false,
    says: 'The URL was not reported in time and has been given to another worker; this result was discarded.',
    fix: 'Nothing needs to be done; report within the lease, or renew it.',
  },
  invalid_final_url: {
    kind: 'invalid',
    retry: false,
    says: 'The final URL is not a URL; nothing was changed, and the lease still holds.',
    fix: 'Report a failure instead.',
  },
} as const satisfies Record<string, ErrorEntry>

export type FrontierErrorCode = keyof typeof FRONTIER_ERRORS
