import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, type LinkProps } from '@tanstack/react-router'
import type { ListRunLogInput, LogLine, Run } from '@canonist/client'
import { Fragment } from 'react'
import { client } from '../../data/client.ts'
import { createListQuery } from '../../data/list-query.ts'
import { runQuery } from '../../data/queries.ts'
import { useMay } from '../../data/use-caller.ts'
import { Card } from '../../ui/card.tsx'
import { StateChip } from '../../ui/chip.tsx'
import { formatClock, formatDuration, formatExact } from '../../ui/format.ts'
import { InfiniteList, type Column } from '../../ui/infinite-list.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { describeError, Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { listFacts } from './list-facts.ts'
import { RunProgress } from './run-progress.tsx'

const RESUMABLE: readonly Run['state'][] = ['interrupted', 'cancelled', 'failed']

/** One run, live: progress, result, log, cancel and resume. */
export function RunPage() {
  const { id } = useParams({ from: '/shell/runs/$id' })
  const query = useQuery(runQuery(Number(id)))
  return (
    <div className="stack">
      {query.data === undefined ? (
        <section className="card">
          <QueryView query={query} lines={6}>
            {() => null}
          </QueryView>
        </section>
      ) : (
        <>
          <Head run={query.data} />
          <Log id={query.data.id} hasEnded={query.data.endedAt !== null} />
        </>
      )}
    </div>
  )
}

function Head({ run }: { readonly run: Run }) {
  const queries = useQueryClient()
  const mayWrite = useMay('write')
  const steer = useMutation({
    mutationFn: (verb: 'cancel' | 'resume') =>
      verb === 'cancel' ? client.cancelRun({ id: run.id }) : client.resumeRun({ id: run.id }),
    onSuccess: (after) => queries.setQueryData(runQuery(run.id).queryKey, after),
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  return (
    <section className="card">
      <header>
        <h1>
          {run.kind} {run.id}
        </h1>
        <StateChip state={run.state} />
        <span className="end row">
          {mayWrite && run.state === 'running' && (
            <button
              className="button"
              type="button"
              disabled={steer.isPending || run.isCancelWanted}
              onClick={() => steer.mutate('cancel')}
            >
              {run.isCancelWanted ? 'Stopping…' : 'Cancel'}
            </button>
          )}
          {mayWrite && RESUMABLE.includes(run.state) && (
            <button
              className="button primary"
              type="button"
              disabled={steer.isPending}
              onClick={() => steer.mutate('resume')}
            >
              Resume
            </button>
          )}
        </span>
      </header>
      <div className="pad stack">
        <RunProgress run={run} />
        {run.error !== null && <p className="s muted">{run.error.fix}</p>}
        <dl className="facts">
          <dt>Started</dt>
          <dd>
            <Time at={run.createdAt} /> by {run.startedBy}
          </dd>
          {run.endedAt !== null && (
            <>
              <dt>Ended</dt>
              <dd>
                <Time at={run.endedAt} />
                {run.startedAt !== null && (
                  <span className="muted">
                    {' '}
                    after {formatDuration(Date.parse(run.endedAt) - Date.parse(run.startedAt))}
                  </span>
                )}
              </dd>
            </>
          )}
          {[...listFacts(run.options), ...listFacts(run.result)].map(({ name, text }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                <RunFact kind={run.kind} name={name} text={text} />
              </dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </section>
  )
}

/** Where the numbers of a run that added URLs lead. */
const ROWS: Readonly<Record<string, LinkProps>> = {
  'ingest New': { to: '/pages' },
  'ingest Rejected': { to: '/reviews', search: { kind: 'rejected_input' } },
}

function RunFact({ kind, name, text }: { readonly kind: string; readonly name: string; readonly text: string }) {
  const rows = ROWS[`${kind} ${name}`]
  return rows === undefined || text === '0' ? text : <Link {...rows}>{text}</Link>
}

const logQuery = createListQuery<ListRunLogInput, LogLine>('runs', client.listRunLog)

const COLUMNS: readonly Column<LogLine>[] = [
  {
    head: 'time',
    width: '6.875rem',
    cell: ({ at }) => (
      <time dateTime={at} title={formatExact(at)}>
        {formatClock(at)}
      </time>
    ),
  },
  {
    head: 'message',
    width: 'minmax(0, 1fr)',
    cell: ({ level, message }) => (
      <span className={level === 'error' ? 'ink-lossy' : level === 'warning' ? 'ink-usual' : ''}>{message}</span>
    ),
  },
]

function Log({ id, hasEnded }: { readonly id: number; readonly hasEnded: boolean }) {
  const query = useInfiniteQuery(logQuery({ id }))
  return (
    <Card title="Log">
      <InfiniteList
        query={query}
        columns={COLUMNS}
        getKey={({ line }) => line}
        label="Log"
        empty={<Message title={hasEnded ? 'This run has logged nothing.' : 'Nothing logged yet.'} />}
      />
    </Card>
  )
}
