import type { Citation } from '../../links/cite/citation.ts'
import type { Registry } from '../../registry/registry.ts'
import { formatPageSubject } from '../../registry/reviews/format-page-subject.ts'

/** Puts every undecided home page into the review queue, once, with the number of topics that have nothing else. */
export async function askAboutHomePages(registry: Registry, citations: readonly Citation[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { links } of citations) {
    for (const { verdict, canonical } of links) {
      if (verdict === 'undecided' && canonical !== null) counts.set(canonical, (counts.get(canonical) ?? 0) + 1)
    }
  }
  const reviews = [...counts].map(([url, count]) => ({
    kind: 'homepage_link',
    subject: formatPageSubject(url),
    detail: { examples: [url] },
    count,
  }))
  if (reviews.length > 0) await registry.raiseReviews(reviews)
}
