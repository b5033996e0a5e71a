// What most crawlers do today: a list of names that are known to be tracking, the same for every site.
import { createNormalizer, definePolicy } from '@canonist/core'

/** Learns nothing. */
export function learnTrackingList() {
  const policy = definePolicy({ name: 'tracking-list', extends: 'dedupe', query: { tracking: 'extended' } })
  return { apply: createNormalizer(policy), rules: 0 }
}
