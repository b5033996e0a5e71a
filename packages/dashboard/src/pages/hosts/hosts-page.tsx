import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { HostSummary, ListHostsInput } from 'canonist/client'
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

const CONDITIONS = [
  ['down', 'down'],
  ['paused', 'paused by a person'],
] as const

/** Every known host with its clock and its failures; or those that are down or paused. */
export function HostsPage() {
  const { q, condition } = useSearch({ from: '/shell/hosts' })
  const navigate = useNavigate({ from: '/hosts' })
  // A server reads a condition from an index of its own, so it takes one of the two.
  const filter = condition === undefined ? { q } : { condition }
  const query = useInfiniteQuery(hostsQuery(filter as ListHostsInput))
  return (
    <div className="stack">
      <div>
        <h1>Hosts</h1>
        <p className="muted s">
          Canonist sends one request at a time to a host, and keeps its pace across all processes on this database.
        </p>
      </div>
      <section className="card">
        <Filters active={{ condition }} onRemove={() => void navigate({ search: {}, replace: true })}>
          {condition === undefined && (
            <>
              <SearchField
                label="Beginning of a name"
                value={q ?? ''}
                onChange={(text) => void navigate({ search: { q: text }, replace: true })}
              />
              {CONDITIONS.map(([value, words]) => (
                <Link key={value} className="s" to="/hosts" search={{ condition: value }}>
                  {words}
                </Link>
              ))}
            </>
          )}
        </Filters>
        <InfiniteList
          query={query}
          columns={COLUMNS}
          getKey={({ host }) => host}
          label="Hosts"
          empty={
            condition === 'down' ? (
              <Message title="No host is down.">Every host that was requested answers.</Message>
            ) : condition !== undefined ? (
              <Message title="No host is paused.">Pause one on its page.</Message>
            ) : (
              <Message title={q === undefined ? 'No hosts yet.' : 'No host begins with this.'}>
                Hosts appear with the first URL that is added or fetched.
              </Message>
            )
          }
        />
      </section>
    </div>
  )
}
