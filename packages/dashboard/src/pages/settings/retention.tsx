import { useQuery } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { Card } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { describeRetention } from './describe-retention.ts'

/** For how long the server keeps things, and where that can be changed. */
export function Retention() {
  const query = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => client.getRetention({}, { signal }),
    staleTime: Infinity,
  })
  return (
    <Card title="Retention">
      <QueryView query={query} lines={8}>
        {({ limits }) => (
          <>
            <table className="s retention">
              <thead>
                <tr>
                  <th>data</th>
                  <th>kept</th>
                  <th>to change it</th>
                </tr>
              </thead>
              <tbody>
                {limits.map((item) => {
                  const { thing, kept } = describeRetention(item)
                  return (
                    <tr key={item.data}>
                      <td>{thing}</td>
                      <td>{kept}</td>
                      <td className="muted">{item.option === null ? 'fixed' : <code>{item.option}</code>}</td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
            <p className="pad muted s">
              Names are options of <code>openCanonist</code>, for a program of your own that opens this database.{' '}
              <code>canonist serve</code> uses the values above and has no flag for them.
            </p>
          </>
        )}
      </QueryView>
    </Card>
  )
}
