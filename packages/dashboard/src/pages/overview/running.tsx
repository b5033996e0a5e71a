import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListLeasesOutput } from '@canonist/client'
import { leasesQuery, runningQuery } from '../../data/queries.ts'
import { useMay } from '../../data/use-caller.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { plural } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'
import { RunProgress } from '../runs/run-progress.tsx'

/** The runs under way with their progress, and the workers on the queue. */
export function Running() {
  const query = useQuery(runningQuery)
  const mayWrite = useMay('write')
  const { data } = useQuery(leasesQuery)
  const leases = data?.leases ?? []
  return (
    <Card title="Running" actions={<Link to="/runs">all runs</Link>}>
      <QueryView query={query}>
        {({ items }) => (
          <>
            {items.map((run) => (
              <Link key={run.id} to="/runs/$id" params={{ id: String(run.id) }} className="running">
                <b>
                  {run.kind} {run.id}
                </b>
                <RunProgress run={run} />
              </Link>
            ))}
            {leases.length > 0 && <Workers leases={leases} />}
            {items.length + leases.length === 0 && (
              <Message title="Nothing is running." action={mayWrite && <Link to="/runs">Start a run</Link>}>
                No run is under way, and no worker holds a URL.
              </Message>
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}

function Workers({ leases }: { readonly leases: ListLeasesOutput['leases'] }) {
  const workers = new Set(leases.map(({ worker }) => worker)).size
  const stuck = leases.filter(({ isStuck }) => isStuck).length
  const urls = leases.reduce((sum, lease) => sum + lease.urls, 0)
  return (
    <Link to="/frontier" search={{ state: 'leased' }} className="running">
      <span className="row between">
        <b>queue</b> <Chip tone={stuck > 0 ? 'lossy' : 'safe'}>{plural(workers, 'worker')}</Chip>
      </span>
      <span className="xs muted">
        {plural(urls, 'URL')} on {plural(leases.length, 'host')}
        {stuck > 0 && `, ${plural(stuck, 'lease')} stuck`}
      </span>
    </Link>
  )
}
