import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { sessionsQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { plural } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { describeError, Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { findRepeated } from './find-repeated.ts'

/** The browsers that are logged in, each of which an admin can log out. */
export function Sessions() {
  const query = useQuery(sessionsQuery)
  const end = useEndSessions()
  return (
    <Card title="Sessions">
      <QueryView query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Message title="No browser is logged in." />
          ) : (
            <>
              <table className="s sessions">
                <thead>
                  <tr>
                    <th>token</th>
                    <th>logged in</th>
                    <th>expires</th>
                    <th aria-label="action" />
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ id, token, createdAt, expiresAt, isOwn }) => (
                    <tr key={id}>
                      <td>
                        {token} {isOwn && <Chip tone="accent">this browser</Chip>}
                      </td>
                      <td>
                        <Time at={createdAt} />
                      </td>
                      <td>
                        <Time at={expiresAt} />
                      </td>
                      <td className="num">
                        <button
                          className="link"
                          type="button"
                          disabled={end.isPending}
                          onClick={() => end.mutate({ id })}
                        >
                          end<span className="visually-hidden"> this session of {token}</span>
                        </button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <div className="pad row wrap">
                {findRepeated(items.map(({ token }) => token)).map(({ name, count }) => (
                  <button
                    key={name}
                    className="button"
                    type="button"
                    disabled={end.isPending}
                    onClick={() => end.mutate({ token: name })}
                  >
                    End {plural(count, 'session')} of {name}
                  </button>
                ))}
                <span className="muted s">
                  A browser whose session you end must log in again. If a token was stolen, remove it from the file.
                </span>
              </div>
            </>
          )
        }
      </QueryView>
    </Card>
  )
}

function useEndSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (which: { readonly id: number } | { readonly token: string }) =>
      'id' in which ? client.endSession(which) : client.endSessions(which),
    onSuccess: ({ ended }) => showToast(`${plural(ended, 'session')} ended.`),
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  })
}
