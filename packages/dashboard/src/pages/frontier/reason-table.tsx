import { useQuery } from '@tanstack/react-query'
import { stuckHostsQuery } from '../../data/queries.ts'
import { HeatTable } from '../../ui/heat-table.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'

/** Why URLs are not fetched: the hosts with most trouble, by reason. A cell leads to its URLs. */
export function ReasonTable() {
  const query = useQuery(stuckHostsQuery)
  return (
    <QueryView query={query} lines={17}>
      {(ranking) =>
        ranking.hosts.length === 0 ? (
          <Message title="No URL is held up.">No URL is dead or waits for a retry.</Message>
        ) : (
          <HeatTable
            ranking={ranking}
            unit="URL"
            toRows={(reason, host) => ({ to: '/frontier', search: { reason, host } })}
          />
        )
      }
    </QueryView>
  )
}
