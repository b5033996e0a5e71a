import { useQuery } from '@tanstack/react-query'
import type { GetCountHistoryOutput } from 'canonist/client'
import { lazy, Suspense, useMemo } from 'react'
import { countHistoryQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import type { Series } from '../../ui/chart.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Message } from '../../ui/states.tsx'

// The chart library is loaded after the page.
const Chart = lazy(async () => ({ default: (await import('../../ui/chart.tsx')).Chart }))

/** How the queue went over the last day. */
export function QueueChart() {
  const query = useQuery(countHistoryQuery(24))
  return (
    <Card
      title="Queue, last 24 hours"
      actions={
        <>
          <span className="ink-accent">fetched</span>
          <span className="muted">pending</span>
          <span className="ink-lossy">dead</span>
        </>
      }
      padded
    >
      <QueryView query={query} lines={6}>
        {({ items }) =>
          items.length < 2 ? (
            <Message title="Not enough to draw yet.">
              The server samples its counts while it runs. Come back in a few minutes.
            </Message>
          ) : (
            <Suspense fallback={<Loading lines={6} />}>
              <Drawn items={items} />
            </Suspense>
          )
        }
      </QueryView>
    </Card>
  )
}

function Drawn({ items }: { readonly items: GetCountHistoryOutput['items'] }) {
  const [times, series] = useMemo(() => {
    const read = (pick: (frontier: GetCountHistoryOutput['items'][number]['counts']['frontier']) => number): number[] =>
      items.map(({ counts }) => pick(counts.frontier))
    const lines: Series[] = [
      { name: 'fetched', colour: '--accent', values: read(({ fetched }) => fetched), isFilled: true },
      { name: 'pending', colour: '--ink-3', values: read(({ pending }) => pending), isDashed: true },
      { name: 'dead', colour: '--lossy', values: read(({ dead }) => dead) },
    ]
    return [items.map(({ at }) => Date.parse(at)), lines] as const
  }, [items])
  return <Chart label="Fetched, pending and dead URLs over the last 24 hours" times={times} series={series} />
}
