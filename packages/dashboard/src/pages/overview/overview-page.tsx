import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../../data/queries.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NeedsYou } from './needs-you.tsx'
import { QueueChart } from './queue-chart.tsx'
import { Running } from './running.tsx'
import { SinceYouWereHere } from './since-you-were-here.tsx'
import './overview.css'

/** What needs a person now, what is running, and what has changed. */
export function OverviewPage() {
  const status = useQuery(statusQuery)
  if (status.data === undefined)
    return (
      <section className="card">
        <QueryView query={status} lines={6}>
          {() => null}
        </QueryView>
      </section>
    )
  return (
    <QueryView query={status}>
      {({ counts }) =>
        counts.pages === 0 ? (
          <FirstSteps />
        ) : (
          <div className="stack">
            <NeedsYou counts={counts} />
            <div className="grid two">
              <QueueChart />
              <Running />
            </div>
            <SinceYouWereHere counts={counts} />
          </div>
        )
      }
    </QueryView>
  )
}
