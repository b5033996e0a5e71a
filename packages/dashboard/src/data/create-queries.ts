import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CanonistError } from '@canonist/client'

/** Server data: events keep it current, so that it is not read again just because a window came to the front. */
export function createQueries(onLoggedOut: () => void): QueryClient {
  const onError = (error: unknown): void => {
    if (error instanceof CanonistError && error.status === 401) onLoggedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        // The client has tried again already where that makes sense.
        retry: false,
      },
    },
  })
}
