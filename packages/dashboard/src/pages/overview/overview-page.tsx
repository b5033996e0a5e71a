import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { statusQuery } from '../../data/queries.ts'
import { Failure } from '../../ui/states.tsx'
import { NeedsYou } from './needs-you.tsx'
import { QueueChart } from './queue-chart.tsx'
import { Running } from './running.tsx'
import { SinceYouWereHere } from './since-you-were-here.tsx'
import './overview.css'

// Most databases are not empty.
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))

/** What needs a person now, what is running, and what has changed. */
export function OverviewPage() {
  const { data, error, refetch } = useQuery(statusQuery)
  const counts = data?.counts
  if (counts === undefined && error !== null)
    return (
      <section className="card">
        <Failure error={error} onRetry={() => void refetch()} />
      </section>
    )
  if (counts?.pages === 0)
    return (
      <Suspense>
        <FirstSteps />
      </Suspense>
    )
  return (
    <div className="stack">
      <h1 className="visually-hidden">Overview</h1>
      <NeedsYou counts={counts} />
      <div className="grid two">
        <QueueChart counts={counts} />
        <Running />
      </div>
      <SinceYouWereHere counts={counts} />
    </div>
  )
}
