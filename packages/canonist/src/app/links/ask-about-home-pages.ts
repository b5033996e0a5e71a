import type { Citation } from '../../links/cite/citation.ts'
import type { Registry } from '../../registry/registry.ts'
import { formatPageSubject } from '../../registry/reviews/format-page-subject.ts'

const KIND = 'homepage_link'

/**
 * Puts every undecided home page into the review queue, once, with the number of topics that have nothing else. Returns the
 * ids of the reviews, by canonical URL.
 */
export async function askAboutHomePages(
  registry: Registry,
  citations: readonly Citation[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { links } of citations) {
    for (const { verdict, canonical } of links) {
      if (verdict === 'undecided' && canonical !== null) counts.set(canonical, (counts.get(canonical) ?? 0) + 1)
    }
  }
  const reviews = [...counts].map(([url, count]) => ({
    kind: KIND,
    subject: formatPageSubject(url),
    detail: { examples: [url] },
    count,
  }))
  if (reviews.length === 0) return new Map()
  await registry.raiseReviews(reviews)
  const urls = new Map([...counts.keys()].map((url) => [formatPageSubject(url), url]))
  const ids = new Map<string, number>()
  for await (const { id, subject } of registry.streamReviews({ kind: KIND })) {
    const url = urls.get(subject)
    if (url !== undefined) ids.set(url, id)
  }
  return ids
}
