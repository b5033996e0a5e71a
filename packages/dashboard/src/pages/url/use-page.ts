import { useQuery } from '@tanstack/react-query'
import { CanonistError, type FoundPage } from '@canonist/client'
import { foundPageQuery } from '../../data/queries.ts'

export type PageState =
  | { readonly is: 'loading' }
  | { readonly is: 'unknown' }
  | { readonly is: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly is: 'known'; readonly page: FoundPage }

/** The page that a URL belongs to; one that the registry does not know is a result, not a failure. */
export function usePage(url: string): PageState {
  const { data, error, refetch } = useQuery(foundPageQuery(url))
  if (data !== undefined) return { is: 'known', page: data }
  if (error === null) return { is: 'loading' }
  // 422: not a URL, which the card of the policy explains.
  if (error instanceof CanonistError && (error.status === 404 || error.status === 422)) return { is: 'unknown' }
  return { is: 'failed', error, retry: () => void refetch() }
}
