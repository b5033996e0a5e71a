import type { PriorityNumber } from '../../hosts/sql/queue-priorities.ts'

// Conditions on rows of `frontier_urls`, for `lockFreeUrls`: a URL may have changed since it was read.

/** The URL was not merged into another one, whose page is fetched instead. */
export const IS_UNMERGED = "coalesce(reason, '') not in ('merged', 'redirected')"
export const IS_FETCHED_AND_UNMERGED = `state = 'fetched' and ${IS_UNMERGED}`
export const IS_REDIRECTED = "reason = 'redirected'"
export const IS_DEAD = "state = 'dead'"
/** The URL waits to be fetched. */
export const IS_WAITING = "due_at is not null and state in ('pending', 'retry')"
/** The URL is excluded, and is checked again later. */
export const IS_EXCLUDED_FOR_NOW = "due_at is not null and state in ('excluded')"

export const hasOtherPriority = (priority: PriorityNumber): string => `priority <> ${priority}`
