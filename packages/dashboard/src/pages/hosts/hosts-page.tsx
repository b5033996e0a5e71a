import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { HostSummary } from 'canonist/client'
import { hostsQuery } from '../../data/queries.ts'
import { Chip, StateChip } from '../../ui/chip.tsx'
import { Filters } from '../../ui/filters.tsx'
import { formatDuration, plural } from '../../ui/format.ts'
import { InfiniteList, type Column } from '../../ui/infinite-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

const COLUMNS: readonly Column<HostSummary>[] = [
  {
    head: 'host',
    width: 'minmax(0, 1fr)',
    cell: ({ host }) => (
      <Link to="/hosts/$host" params={{ host }}>
        {host}
      </Link>
    ),
  },
  {
    head: 'state',
    width: 'minmax(160px, 0.5fr)',
    cell: ({ state, isDown, reason }) => (
      <span className="row wrap">
        {isDown ? <Chip tone="lossy">down</Chip> : <StateChip state={state} />}
        {reason !== null && <span className="faint xs">{reason.replaceAll('_', ' ')}</span>}
      </span>
    ),
  },
  { head: 'pace', width: '90px', isNumber: true, cell: ({ delayMs }) => formatDuration(delayMs) },
  {
    head: 'failures',
    width: '150px',
    isNumber: true,
    cell: ({ failures, failingSince }) =>
      failures === 0 || failingSince === null ? (
        <span className="faint">none</span>
      ) : (
        <>
          {plural(failures, 'failure')}, <Time at={failingSince} />
        </>
      ),
  },
]

/** Every known host with its clock and its failures. */
export function HostsPage() {
  const filters = useSearch({ from: '/shell/hosts' })
  const navigate = useNavigate({ from: '/hosts' })
  const query = useInfiniteQuery(hostsQuery(filters))
  return (
    <div className="stack">
      <div>
        <h1>Hosts</h1>
        <p className="muted s">
          Canonist sends one request at a time to a host, and keeps its pace across all processes on this database.
        </p>
      </div>
      <section className="card">
        <Filters active={{}} onRemove={() => undefined}>
          <SearchField
            label="Beginning of a name"
            value={filters.q ?? ''}
            onChange={(q) => void navigate({ search: { q }, replace: true })}
          />
        </Filters>
        <InfiniteList
          query={query}
          columns={COLUMNS}
          getKey={({ host }) => host}
          label="Hosts"
          empty={
            <Message title={filters.q === undefined ? 'No hosts yet.' : 'No host begins with this.'}>
              Hosts appear with the first URL that is added or fetched.
            </Message>
          }
        />
      </section>
    </div>
  )
}
