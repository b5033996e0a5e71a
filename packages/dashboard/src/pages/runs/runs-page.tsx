import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ListRunsInput, Run } from 'canonist/client'
import { runsQuery } from '../../data/queries.ts'
import { StateChip } from '../../ui/chip.tsx'
import { Filters } from '../../ui/filters.tsx'
import { InfiniteList, type Column } from '../../ui/infinite-list.tsx'
import { Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { RunProgress } from './run-progress.tsx'
import { StartRun } from './start-run.tsx'

const COLUMNS: readonly Column<Run>[] = [
  {
    head: 'run',
    width: '140px',
    cell: ({ id, kind }) => (
      <Link to="/runs/$id" params={{ id: String(id) }}>
        {kind} {id}
      </Link>
    ),
  },
  { head: 'state', width: '110px', cell: ({ state }) => <StateChip state={state} /> },
  { head: 'progress', width: 'minmax(0, 1fr)', cell: (run) => <RunProgress run={run} /> },
  { head: 'by', width: '110px', cell: ({ startedBy }) => startedBy },
  { head: 'started', width: '110px', isNumber: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
]

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
        <Filters
          active={filters}
          onRemove={(name) => void navigate({ search: (before) => ({ ...before, [name]: undefined }), replace: true })}
        />
        <InfiniteList
          query={query}
          columns={COLUMNS}
          getKey={({ id }) => id}
          label="Runs"
          empty={<Message title="No runs.">Upload a list or start a check above.</Message>}
        />
      </section>
    </div>
  )
}
