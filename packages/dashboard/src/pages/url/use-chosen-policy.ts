import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { PolicyName } from '@canonist/client'
import { policiesQuery, statusQuery } from '../../data/queries.ts'

/** The policy of the address; else the active one, if it is built in; else `dedupe`. All cards of the page use the same one. */
export function useChosenPolicy(): { readonly policy: PolicyName; readonly names: readonly string[] } {
  const { policy: chosen } = useSearch({ from: '/shell/url' })
  const { data: status } = useQuery(statusQuery)
  const { data: policies } = useQuery(policiesQuery)
  const names = policies?.items.map(({ name }) => name) ?? []
  const active = status?.policy.name ?? ''
  return { policy: (chosen ?? (names.includes(active) ? active : 'dedupe')) as PolicyName, names }
}
