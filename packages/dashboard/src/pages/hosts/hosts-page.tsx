import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { HostSummary, ListHostsInput } from '@canonist/client'
import { hostsDownQuery, hostsQuery } from '../../data/queries.ts'
import { Chip, StateChip } from '../../ui/chip.tsx'
import { formatCount, formatDuration, plural, spellWord } from '../../ui/format.ts'
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
    width: 'minmax(10rem, 0.5fr)',
    cell: ({ state, isDown, reason }) => (
      <span className="row wrap">
        {isDown ? <Chip tone="lossy">down</Chip> : <StateChip state={state} />}
        {reason !== null && <span className="faint xs">{spellWord(reason)}</span>}
      </span>
    ),
  },
  { head: 'pace', width: '5.625rem', isNumber: true, cell: ({ delayMs }) => formatDuration(delayMs) },
  {
    head: 'next request',
    width: '7rem',
    isNumber: true,
    cell: ({ nextRequestAt }) =>
      nextRequestAt === null ? <span className="faint">any time</span> : <Time at={nextRequestAt} />,
  },
  {
    head: 'failures',
    width: '9.375rem',
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
  [undefined, 'all'],
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
  const { data: counted } = useQuery(hostsDownQuery)
  const down = counted?.items.length ?? 0
  return (
    <div className="stack">
      <div>
        <h1>Hosts</h1>
        <p className="muted s">
          Canonist sends one request at a time to a host, and keeps its pace across all processes on this database.
        </p>
      </div>
      <section className="card">
        <nav className="row tabs s" aria-label="Condition">
          {CONDITIONS.map(([value, words]) => (
            <Link
              key={words}
              to="/hosts"
              search={{ condition: value, q: undefined }}
              aria-current={value === condition ? 'true' : undefined}
            >
              {words}
              {value === 'down' && down > 0 && (
                <b className="ink-lossy">
                  {' '}
                  {formatCount(down)}
                  {typeof counted?.next === 'string' && '+'}
                </b>
              )}
            </Link>
          ))}
        </nav>
        {condition === undefined && (
          <div className="pad">
            <SearchField
              label="Beginning of a name"
              value={q ?? ''}
              onChange={(text) => void navigate({ search: { q: text }, replace: true })}
            />
          </div>
        )}
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
