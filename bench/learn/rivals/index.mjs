import { learnTrackingList } from './tracking-list.mjs'

/** What the learner is measured against. */
export const RIVALS = [{ name: 'a static tracking list', learn: learnTrackingList }]
