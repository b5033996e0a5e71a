import type { ErrorEntry } from '@canonist/core'

/** Why a decision about a review, or taking it back, is refused. */
export const REVIEW_ERRORS = {
  'review/unknown': {
    kind: 'missing',
    retry: false,
    says: 'There is no review of this number.',
    fix: 'List the reviews with canonist review list.',
  },
  'review/decided': {
    kind: 'conflict',
    retry: false,
    says: 'The review was decided already; nothing was changed.',
    fix: 'Look at the decision: who made it, when, and why.',
  },
  'review/not-possible': {
    kind: 'invalid',
    retry: false,
    says: 'The review cannot be decided in this way.',
    fix: 'Accept or reject it, or edit it with what its kind takes.',
  },
  'review/not-decided': {
    kind: 'conflict',
    retry: false,
    says: 'The review is not decided, so there is nothing to undo.',
    fix: 'Decide it, or leave it open.',
  },
  'review/not-undoable': {
    kind: 'conflict',
    retry: false,
    says: 'The decision has been used since, so it can no longer be undone; nothing was changed.',
    fix: 'Move the keys to a policy without the rule first, or decide the review again when it comes up.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ReviewErrorCode = keyof typeof REVIEW_ERRORS
