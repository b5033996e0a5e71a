import { useQuery } from '@tanstack/react-query'
import { brokenHostsQuery } from '../../data/queries.ts'
import { HeatTable } from '../../ui/heat-table.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'

/** Verdicts by host: where most links need a look. */
export function HostsTable() {
  const query = useQuery(brokenHostsQuery)
  return (
    <QueryView query={query} lines={11}>
      {(ranking) =>
        ranking.hosts.length === 0 ? (
          <Message title="No link is in trouble.">Every link that was checked works.</Message>
        ) : (
          <HeatTable
            ranking={ranking}
            unit="link"
            toRows={(verdict, host) => ({ to: '/links', search: (before) => ({ ...before, verdict, host }) })}
          />
        )
      }
    </QueryView>
  )
}
