import type { CanonicalClaim } from '../frontier/accept-canonicals.ts'
import type { Completed } from '../frontier/outcome.ts'
import { isSameSite } from './scope.ts'
import type { Visit } from './visit.ts'

/** What a page says is its own URL, if it says one thing only, and speaks of its own site. */
export function canonicalClaimOf({ visit }: { readonly visit: Visit }, answer: Completed): CanonicalClaim[] {
  const { page } = visit
  if (page?.document.kind !== 'page' || answer.state !== 'fetched' || answer.winner !== null) return []
  const [first, ...others] = page.document.canonicals
  const url = first?.url ?? null
  if (url === null || others.length > 0 || url === page.url || !isSameSite('domain', page.url, url)) return []
  return [{ id: answer.id, canonicalUrl: url }]
}
