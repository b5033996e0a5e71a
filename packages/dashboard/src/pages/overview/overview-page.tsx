import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../../data/queries.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { NeedsYou } from './needs-you.tsx'
import { Running } from './running.tsx'
import './overview.css'

/** What needs a person now, what is running, and what has changed. */
export function OverviewPage() {
  const status = useQuery(statusQuery)
  return (
    <QueryView query={status} lines={6}>
      {({ counts }) => (
        <div className="stack">
          <NeedsYou counts={counts} />
          <Running />
        </div>
      )}
    </QueryView>
  )
}
