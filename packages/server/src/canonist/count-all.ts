import type { StateCounts } from '@canonist/crawl/internal/frontier/count-urls'
import type { Canonist } from './open-canonist.ts'

/** How much there is of everything. */
export interface AllCounts {
  readonly pages: number
  readonly aliases: number
  readonly rejected: number
  /** Open ones. */
  readonly reviews: number
  readonly frontier: StateCounts
  readonly verdicts: Readonly<Record<string, number>>
}

/** From counters that are kept, so it costs the same at any size. */
export async function countAll(app: Canonist): Promise<AllCounts> {
  const { pages, aliases, rejected, reviews, verdicts } = await (await app.registry()).readCounts()
  const open = reviews.filter(({ state }) => state === 'open').map(({ reviews: each }) => each)
  return {
    pages: sum(Object.values(pages)),
    aliases,
    rejected: sum(Object.values(rejected)),
    reviews: sum(open),
    frontier: await (await app.frontier()).countByState(),
    verdicts,
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0)
