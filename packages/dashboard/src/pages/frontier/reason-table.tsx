import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { frontierReasonsQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { formatShort } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'
import { buildHeatTable, type HeatTable } from './build-heat-table.ts'

/** Why URLs are not fetched: reasons by host. A cell leads to its URLs. */
export function ReasonTable() {
  const query = useQuery(frontierReasonsQuery)
  return (
    <Card title="Why URLs are not fetched" note="hosts with most trouble; a cell opens its URLs">
      <QueryView query={query} lines={5}>
        {({ items }) => {
          const table = buildHeatTable(items)
          return table.hosts.length === 0 ? (
            <Message title="No URL is held up.">No URL is dead or waits for a retry.</Message>
          ) : (
            <Heat table={table} />
          )
        }}
      </QueryView>
    </Card>
  )
}

function Heat({ table: { hosts, reasons, count, max } }: { readonly table: HeatTable }) {
  return (
    <div className="pad heat">
      <table>
        <thead>
          <tr>
            <th scope="col">host</th>
            {reasons.map((reason) => (
              <th scope="col" key={reason}>
                <Link to="/frontier" search={{ reason }} resetScroll={false}>
                  {reason.replaceAll('_', ' ')}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hosts.map((host) => (
            <tr key={host}>
              <th scope="row">
                <Link to="/hosts/$host" params={{ host }}>
                  {host}
                </Link>
              </th>
              {reasons.map((reason) => {
                const urls = count(host, reason)
                return (
                  <td key={reason} style={{ '--heat': computeHeat(urls, max) } as CSSProperties}>
                    {urls > 0 && (
                      <Link
                        to="/frontier"
                        search={{ host, reason }}
                        resetScroll={false}
                        aria-label={`${urls} URLs of ${host}: ${reason}`}
                      >
                        {formatShort(urls)}
                      </Link>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** From 0 to 90; logarithmic, so that one host with a million URLs does not make all others look fine. */
const computeHeat = (urls: number, max: number): number =>
  urls === 0 ? 0 : 8 + Math.round((82 * Math.log1p(urls)) / Math.log1p(max))
