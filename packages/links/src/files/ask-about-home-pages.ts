import type { Citation, CitedLink } from './cite/citation.ts'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import { formatPageSubject } from '@canonist/registry/internal/registry/reviews/format-page-subject'

const KIND = 'homepage_link'

/** Whether a home page is the best link of its topic, so that a reviewer should say whether it may be cited. */
export const isLastResort = ({ linkType, verdict }: CitedLink): boolean =>
  linkType === 'homepage' && (verdict === 'undecided' || verdict === 'qualified')

/**
 * Puts every home page that is a last resort, and that no reviewer has decided on, into the review queue, once, with the number of
 * topics that have nothing else. Returns the ids of the reviews, by canonical URL.
 */
export async function askAboutHomePages(
  registry: Registry,
  citations: readonly Citation[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { links } of citations) {
    for (const { canonical } of links.filter(isLastResort)) {
      if (canonical !== null) counts.set(canonical, (counts.get(canonical) ?? 0) + 1)
    }
  }
  for (const url of counts.keys()) if ((await registry.findHomePageDecision(url)) !== null) counts.delete(url)
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
