import { learnDustBuster } from './dustbuster/dustbuster.mjs'
import { learnSingleParameters } from './single-parameter.mjs'
import { learnTrackingList } from './tracking-list.mjs'

/** What the learner is measured against. */
export const RIVALS = [
  { name: 'DustBuster', learn: learnDustBuster },
  { name: 'single parameters, as shipped (0.98)', learn: (records) => learnSingleParameters(records, 0.98) },
  { name: 'single parameters, bolder (0.80)', learn: (records) => learnSingleParameters(records, 0.8) },
  { name: 'a static tracking list', learn: learnTrackingList },
]
