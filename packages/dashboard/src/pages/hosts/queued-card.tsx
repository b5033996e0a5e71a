import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { frontierReasonsQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { StateChip } from '../../ui/chip.tsx'
import { formatCount, spellWord } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'

/** The URLs of one host by state and reason; each number leads to its rows. */
export function QueuedCard({ host }: { readonly host: string }) {
  const query = useQuery(frontierReasonsQuery(host))
  return (
    <Card
      title="Queue"
      actions={
        <Link to="/frontier" search={{ host }}>
          all URLs
        </Link>
      }
    >
      <QueryView query={query} lines={5}>
        {({ totals }) =>
          totals.length === 0 ? (
            <Message title="No URL of this host is queued." />
          ) : (
            <ul className="queued">
              {totals
                .toSorted((a, b) => b.urls - a.urls)
                .map(({ state, reason, urls }) => (
                  <li key={`${state} ${reason}`}>
                    <Link to="/frontier" search={{ host, state, reason: reason ?? undefined }}>
                      <b className="num">{formatCount(urls)}</b>
                      <StateChip state={state} />
                      {reason !== null && spellWord(reason)}
                    </Link>
                  </li>
                ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  )
}
