import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { leasesQuery } from '../../data/queries.ts'
import { Chip } from '../../ui/chip.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

/** What workers hold at present. A lease that was not renewed in time is stuck: its worker is gone or hangs. */
export function Leases() {
  const query = useQuery(leasesQuery)
  const stuck = query.data?.leases.filter(({ isStuck }) => isStuck).length ?? 0
  return (
    <>
      <QueryView query={query} lines={3}>
        {({ leases }) =>
          leases.length === 0 ? (
            <Message title="No worker holds a URL.">
              Start one with <code>canonist work</code>.
            </Message>
          ) : (
            <div className="leases">
              <table className="s">
                <thead>
                  <tr>
                    <th>host</th>
                    <th>worker</th>
                    <th className="num">URLs</th>
                    <th className="num">lease ends</th>
                  </tr>
                </thead>
                <tbody>
                  {leases.map(({ host, worker, urls, endsAt, isStuck }) => (
                    <tr key={host}>
                      <td>
                        <Link to="/frontier" search={{ view: 'leases', host, state: 'leased' }} resetScroll={false}>
                          {host}
                        </Link>
                      </td>
                      <td>
                        {worker ?? <span className="faint">unnamed</span>} {isStuck && <Chip tone="lossy">stuck</Chip>}
                      </td>
                      <td className="num">{urls}</td>
                      <td className="num">
                        <Time at={endsAt} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </QueryView>
      {stuck > 0 && (
        <p className="pad muted s">
          Their workers have not renewed them in time. The next claim of any worker frees the URLs and retries them.
        </p>
      )}
    </>
  )
}
