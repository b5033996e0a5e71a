import { toPrintable } from '@canonist/core/internal/text/printable'

/** What link health saw, one line per observation, from the detail of a review; empty for other reviews. */
export function listObserved(detail: unknown): string[] {
  if (typeof detail !== 'object' || detail === null || !('evidence' in detail)) return []
  return Array.isArray(detail.evidence) ? detail.evidence.filter(isObserved).map(formatObserved) : []
}

/** As the registry keeps it: see `reviewsOf` in health/. */
interface Observed {
  readonly at: string
  readonly status: number | null
  readonly failure: string | null
  readonly chain: readonly { readonly status: number; readonly to: string }[]
}

const isObserved = (value: unknown): value is Observed =>
  typeof value === 'object' && value !== null && 'at' in value && 'chain' in value && Array.isArray(value.chain)

function formatObserved({ at, status, failure, chain }: Observed): string {
  const way = chain.map(({ status, to }) => `${status} to ${to}`)
  // If a redirect was not followed, its own status is the last one.
  const end = failure ?? (status === null || chain.at(-1)?.status === status ? [] : `status ${status}`)
  return `${at.slice(0, 16)}Z  ${toPrintable([...way, end].flat().join(', '))}`
}
