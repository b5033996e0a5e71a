import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ListRunsInput, Run } from '@canonist/client'
import { runsQuery } from '../../data/queries.ts'
import { StateChip } from '../../ui/chip.tsx'
import { InfiniteList, type Column } from '../../ui/infinite-list.tsx'
import { Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { RunProgress } from './run-progress.tsx'
import { StartRun } from './start-run.tsx'
import { Uploads } from './uploads.tsx'

const COLUMNS: readonly Column<Run>[] = [
  {
    head: 'run',
    width: '8.75rem',
    cell: ({ id, kind }) => (
      <Link to="/runs/$id" params={{ id: String(id) }}>
        {kind} {id}
      </Link>
    ),
  },
  { head: 'state', width: '6.875rem', cell: ({ state }) => <StateChip state={state} /> },
  { head: 'progress', width: 'minmax(0, 1fr)', cell: (run) => <RunProgress run={run} /> },
  { head: 'by', width: '6.875rem', cell: ({ startedBy }) => startedBy },
  { head: 'started', width: '6.875rem', isNumber: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
]

const CHOICES = [
  ['kind', 'Kind', ['ingest', 'check', 'work', 'learn', 'canonicalize']],
  ['state', 'State', ['queued', 'running', 'done', 'failed', 'cancelled', 'interrupted']],
] as const

/** Long work inside the server: what runs, what has ended, and how. */
export function RunsPage() {
  const filters = useSearch({ from: '/shell/runs' })
  const navigate = useNavigate({ from: '/runs' })
  const query = useInfiniteQuery(runsQuery(filters as ListRunsInput))
  return (
    <div className="stack">
      <h1>Runs</h1>
      <StartRun />
      <section className="card">
        <div className="row wrap pad">
          {CHOICES.map(([name, words, values]) => (
            <select
              key={name}
              className="input"
              aria-label={words}
              value={filters[name] ?? ''}
              onChange={(event) =>
                void navigate({ search: (before) => ({ ...before, [name]: event.target.value }), replace: true })
              }
            >
              <option value="">every {name}</option>
              {values.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          ))}
        </div>
        <InfiniteList
          query={query}
          columns={COLUMNS}
          getKey={({ id }) => id}
          label="Runs"
          empty={
            Object.keys(filters).length > 0 ? (
              <Message title="No run matches.">Choose another kind or state.</Message>
            ) : (
              <Message title="No runs yet.">
                A run is long work inside the server: a list to add, a check, a crawl.
              </Message>
            )
          }
        />
      </section>
      <Uploads />
    </div>
  )
}
