import { useQuery } from '@tanstack/react-query'
import { callerQuery } from './queries.ts'

const RANKS = { read: 0, write: 1, admin: 2 } as const

/** Whether the caller has the role; false until the server has said so. Buttons that the server would refuse are hidden. */
export function useMay(role: 'write' | 'admin'): boolean {
  const { data } = useQuery(callerQuery)
  return data !== undefined && !data.isReadOnly && RANKS[data.role] >= RANKS[role]
}

/** Whether the server sends requests to other hosts. */
export function useMayFetch(): boolean {
  const { data } = useQuery(callerQuery)
  return data?.allowsNetwork === true
}
