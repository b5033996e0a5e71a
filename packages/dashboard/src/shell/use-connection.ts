import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callerQuery } from '../data/queries.ts'
import { adjustClock } from '../ui/use-now.ts'

/** Whether the server responds. When it is back, everything on the screen is read again. */
export function useConnection(): 'good' | 'lost' {
  const queries = useQueryClient()
  const { data, isError, dataUpdatedAt } = useQuery(callerQuery)
  const wasLost = useRef(false)
  useEffect(() => {
    if (data !== undefined) adjustClock(Date.parse(data.time))
  }, [data, dataUpdatedAt])
  useEffect(() => {
    if (!isError && wasLost.current) void queries.invalidateQueries()
    wasLost.current = isError
  }, [isError, queries])
  return isError ? 'lost' : 'good'
}
