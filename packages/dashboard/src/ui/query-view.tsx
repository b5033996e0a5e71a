import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure, Loading } from './states.tsx'

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>
  readonly lines?: number
  readonly children: (data: Data) => ReactNode
}

/** Shows the data of a query, or that it is loading or has failed. */
export function QueryView<Data>({ query, lines = 3, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return <Loading lines={lines} />
}
