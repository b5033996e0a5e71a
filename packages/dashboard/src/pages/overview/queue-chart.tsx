import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { GetCountHistoryOutput, GetStatusOutput } from '@canonist/client'
import { countHistoryQuery, gaugesQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import type { Series } from '../../ui/chart.tsx'
import { CountChart } from '../../ui/count-chart.tsx'
import { formatCount } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { computeRate, formatRate, listRates } from '../frontier/compute-rate.ts'

/** How the queue went over the last day, and how fast it is now. */
export function QueueChart({ counts }: { readonly counts: GetStatusOutput['counts'] | undefined }) {
  const query = useQuery(countHistoryQuery(24))
  const { chart } = useSearch({ from: '/shell/' })
  const isRate = chart === 'rate'
  return (
    <Card
      title="Queue, last 24 hours"
      padded
      actions={CHARTS.map(([value, words]) => (
        <Link
          key={words}
          to="/"
          search={{ chart: value }}
          replace
          resetScroll={false}
          className={value === chart ? 'quiet current' : ''}
          aria-current={value === chart ? 'true' : undefined}
        >
          {words}
        </Link>
      ))}
    >
      <CountChart
        query={query}
        unit={isRate ? 'URLs a minute' : 'URLs'}
        label={
          isRate
            ? 'URLs fetched a minute over the last 24 hours'
            : 'Fetched, pending and dead URLs over the last 24 hours'
        }
        toSeries={isRate ? toRates : toSeries}
      />
      <Pulse history={query.data} pending={counts?.frontier.pending} />
    </Card>
  )
}

const CHARTS = [
  [undefined, 'counts'],
  ['rate', 'rate'],
] as const

const toRates = (items: GetCountHistoryOutput['items']): Series[] => [
  { name: 'fetched', colour: '--accent', values: listRates(items), isFilled: true },
]

const toSeries = (items: GetCountHistoryOutput['items']): Series[] => [
  { name: 'fetched', colour: '--accent', values: items.map(({ counts }) => counts.frontier.fetched), isFilled: true },
  { name: 'pending', colour: '--ink-3', values: items.map(({ counts }) => counts.frontier.pending), isDashed: true },
  { name: 'dead', colour: '--lossy', values: items.map(({ counts }) => counts.frontier.dead) },
]

interface PulseProps {
  readonly history: GetCountHistoryOutput | undefined
  readonly pending: number | undefined
}

function Pulse({ history, pending }: PulseProps) {
  const { data: gauges } = useQuery(gaugesQuery)
  const rate = history === undefined ? null : computeRate(history.items)
  const hosts = gauges === undefined ? 0 : Object.values(gauges.hosts).reduce((sum, count) => sum + count, 0)
  return (
    <p className="row wrap s muted pulse">
      {rate !== null && <span>{rate === 0 ? 'idle now' : <b>{formatRate(rate)}</b>}</span>}
      {pending !== undefined && (
        <Link className="quiet" to="/frontier" search={{ state: 'pending' }}>
          <b>{formatCount(pending)}</b> pending
        </Link>
      )}
      {gauges !== undefined && (
        <>
          <Link className="quiet" to="/hosts">
            <b>{formatCount(hosts)}</b> {hosts === 1 ? 'host' : 'hosts'} with work
          </Link>
          {gauges.oldestDueAt !== null && (
            <span>
              oldest due <Time at={gauges.oldestDueAt} />
            </span>
          )}
        </>
      )}
    </p>
  )
}
