import { useQuery } from '@tanstack/react-query'
import { callerQuery } from './queries.ts'

const RANKS = { read: 0, write: 1, admin: 2 } as const

/** Whether this browser may do what needs the role; not before the server has said so. A button that would be refused is not shown. */
export function useMay(role: 'write' | 'admin'): boolean {
  const { data } = useQuery(callerQuery)
  return data !== undefined && !data.isReadOnly && RANKS[data.role] >= RANKS[role]
}

/** Whether the server sends requests to other hosts. */
export function useMayFetch(): boolean {
  const { data } = useQuery(callerQuery)
  return data?.allowsNetwork === true
}
