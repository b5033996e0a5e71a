import { SYSTEM_CLOCK } from '@canonist/crawl/internal/worker/worker-clock'
import { GaugeReader } from '@canonist/crawl/internal/worker/monitor/gauge-reader'
import type { Gauge, Labels } from '@canonist/core/internal/text/meters'
import type { Canonist } from '../open-canonist.ts'

export type { Gauge } from '@canonist/core/internal/text/meters'

/** What is measured of the queue and the registry, for Prometheus. The queue is read again every few seconds at most. */
export function createGaugeReader(): (canonist: Canonist) => Promise<Gauge[]> {
  const readers = new WeakMap<Canonist, GaugeReader>()
  return async (canonist) => {
    const reader = readers.get(canonist) ?? new GaugeReader(await canonist.frontier(), SYSTEM_CLOCK)
    readers.set(canonist, reader)
    return [...(await readRegistry(canonist)), ...(await reader.read())]
  }
}

async function readRegistry(canonist: Canonist): Promise<Gauge[]> {
  const { pages, aliases, rejected, reviews, verdicts } = await (await canonist.registry()).readCounts()
  const byReview = reviews.map(({ state, kind, reviews: count }): [Labels, number] => [{ state, kind }, count])
  return [
    { name: 'registry_pages', says: 'Pages, by link type.', values: labelCounts('link_type', pages) },
    { name: 'registry_aliases', says: 'URLs that lead to pages.', values: [[{}, aliases]] },
    { name: 'registry_rejected', says: 'Rejected inputs, by code.', values: labelCounts('code', rejected) },
    { name: 'registry_reviews', says: 'Reviews, by state and kind.', values: byReview },
    {
      name: 'registry_verdicts',
      says: 'Pages, by their verdict of link health.',
      values: labelCounts('verdict', verdicts),
    },
  ]
}

const labelCounts = (name: string, counts: Readonly<Record<string, number>>): [Labels, number][] =>
  Object.entries(counts).map(([value, count]) => [{ [name]: value }, count])
