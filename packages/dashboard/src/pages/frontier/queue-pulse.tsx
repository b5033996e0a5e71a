import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { countHistoryQuery, gaugesQuery, leasesQuery } from '../../data/queries.ts'
import { formatCount, plural } from '../../ui/format.ts'
import { computeRate, formatRate } from './compute-rate.ts'

/** How fast the queue moves, by whom, and which hosts hold it up. */
export function QueuePulse() {
  const { data: history } = useQuery(countHistoryQuery(24))
  const { data: leases } = useQuery(leasesQuery)
  const { data: gauges } = useQuery(gaugesQuery)
  const workers = new Set(leases?.leases.map(({ worker }) => worker)).size
  const rate = history === undefined ? null : computeRate(history.items)
  const parts: ReactNode[] = [
    rate !== null && rate > 0 && `${formatRate(rate)} fetched`,
    workers > 0 && plural(workers, 'worker'),
    gauges !== undefined && `${plural(gauges.hosts.ready, 'host')} ready`,
    gauges !== undefined && gauges.hosts.waiting > 0 && `${formatCount(gauges.hosts.waiting)} waiting`,
    gauges !== undefined && gauges.hosts.blocked > 0 && `${formatCount(gauges.hosts.blocked)} held back`,
    gauges !== undefined && gauges.hosts.down > 0 && (
      <Link to="/hosts" search={{ condition: 'down' }}>
        {formatCount(gauges.hosts.down)} down
      </Link>
    ),
  ].filter((part) => part !== false)
  return (
    <p className="muted s">
      {parts.map((part, index) => (
        // The parts have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </p>
  )
}
