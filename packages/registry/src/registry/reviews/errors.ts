import type { ErrorEntry } from '@canonist/core'

/** Why a decision about a review, or its undo, is refused. */
export const REVIEW_ERRORS = {
  'review/unknown': {
    kind: 'missing',
    retry: false,
    says: 'No review has this number.',
    fix: 'List the reviews with canonist review list.',
  },
  'review/decided': {
    kind: 'conflict',
    retry: false,
    says: 'The review is already decided. Nothing was changed.',
    fix: 'Look at that decision with canonist review show, or undo it first.',
  },
  'review/not-possible': {
    kind: 'invalid',
    retry: false,
    says: 'The review cannot be decided in this way.',
    fix: 'Accept or reject it, or edit it with a value that its kind accepts.',
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
    says: 'The decision has been used since, so it can no longer be undone. Nothing was changed.',
    fix: 'Move the keys to a policy without the rule first, or decide the review again when it comes up.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ReviewErrorCode = keyof typeof REVIEW_ERRORS
