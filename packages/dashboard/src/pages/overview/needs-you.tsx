import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GetStatusOutput } from 'canonist/client'
import { frontierReasonsQuery, hostsDownQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount, plural } from '../../ui/format.ts'
import { buildHeatTable } from '../frontier/build-heat-table.ts'

/** The four numbers that a person should act on; each leads to its rows. */
export function NeedsYou({ counts }: { readonly counts: GetStatusOutput['counts'] }) {
  const { gone = 0, moved = 0, soft404 = 0, takeover_suspect: taken = 0 } = counts.verdicts
  return (
    <Card title="Needs you">
      <div className="needs">
        <Link to="/reviews">
          <b>{formatCount(counts.reviews)}</b>
          {counts.reviews === 1 ? 'review' : 'reviews'}
          <span className="why">
            {counts.reviews === 0 ? 'nothing to decide' : 'questions that only a person can answer'}
          </span>
        </Link>
        <Link to="/links" search={{ verdict: 'gone' }}>
          <b className={gone > 0 ? 'ink-lossy' : ''}>{formatCount(gone)}</b>
          {gone === 1 ? 'link gone' : 'links gone'}
          <span className="why">
            {formatCount(moved)} moved, {formatCount(soft404)} look missing, {formatCount(taken)} may be taken over
          </span>
        </Link>
        <Refusing />
        <Dead dead={counts.frontier.dead} />
      </div>
    </Card>
  )
}

/** A host whose URLs all wait: it is down, or its robots.txt cannot be read. */
function Refusing() {
  const { data } = useQuery(hostsDownQuery)
  const down = data?.items ?? []
  const [first] = down
  return (
    <Link to="/hosts" search={{ condition: 'down' }}>
      <b className={down.length > 0 ? 'ink-usual' : ''}>
        {formatCount(down.length)}
        {typeof data?.next === 'string' && '+'}
      </b>
      {down.length === 1 ? 'host refuses us' : 'hosts refuse us'}
      <span className="why">
        {first === undefined ? 'every host answers' : `${first.host}: ${first.reason?.replaceAll('_', ' ') ?? 'down'}`}
      </span>
    </Link>
  )
}

function Dead({ dead }: { readonly dead: number }) {
  const { data } = useQuery(frontierReasonsQuery)
  const table = buildHeatTable(data?.items.filter(({ state }) => state === 'dead') ?? [])
  const [host, reason] = [table.hosts[0], table.reasons[0]]
  return (
    <Link to="/frontier" search={{ state: 'dead' }}>
      <b>{formatCount(dead)}</b>
      {dead === 1 ? 'dead URL' : 'dead URLs'}
      <span className="why">
        {host === undefined || reason === undefined
          ? 'nothing was given up'
          : `${plural(table.count(host, reason), 'URL')} of ${host}: ${reason.replaceAll('_', ' ')}`}
      </span>
    </Link>
  )
}
