import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../data/client.ts'
import { Card } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'
import { RunProgress } from '../runs/run-progress.tsx'

/** The runs under way, with their progress. */
export function Running() {
  const query = useQuery({
    queryKey: ['runs', 'running'],
    queryFn: ({ signal }) => client.listRuns({ state: 'running' }, { signal }),
  })
  return (
    <Card title="Running" actions={<Link to="/runs">all runs</Link>}>
      <QueryView query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Message title="Nothing is running." action={<Link to="/runs">Start a run</Link>} />
          ) : (
            items.map((run) => (
              <Link key={run.id} to="/runs/$id" params={{ id: String(run.id) }} className="running">
                <b>{run.kind}</b>
                <RunProgress run={run} />
              </Link>
            ))
          )
        }
      </QueryView>
    </Card>
  )
}
