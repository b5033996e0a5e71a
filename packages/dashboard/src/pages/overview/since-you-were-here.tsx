import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GetStatusOutput, Run } from 'canonist/client'
import { useState, type ReactNode } from 'react'
import { client } from '../../data/client.ts'
import { countHistoryQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useLastVisit } from './use-last-visit.ts'

type Counts = GetStatusOutput['counts']

const HOUR_MS = 3_600_000
/** As far back as the server keeps samples of hours. */
const MAX_HOURS = 90 * 24

/** What has changed since the last time this browser showed the overview. */
export function SinceYouWereHere({ counts }: { readonly counts: Counts }) {
  const visit = useLastVisit()
  // At the first visit, what has changed since yesterday.
  const [last] = useState(visit ?? Date.now() - 24 * HOUR_MS)
  const hours = Math.min(MAX_HOURS, Math.ceil((Date.now() - last) / HOUR_MS) + 1)
  const history = useQuery(countHistoryQuery(hours))
  const runs = useQuery({
    queryKey: ['runs', 'newest'],
    queryFn: ({ signal }) => client.listRuns({ limit: 20 }, { signal }),
  })
  const before =
    history.data?.items.findLast(({ at }) => Date.parse(at) <= last)?.counts ?? history.data?.items[0]?.counts
  const ended = (runs.data?.items ?? []).filter(({ endedAt }) => endedAt !== null && Date.parse(endedAt) > last)
  const changes = before === undefined ? [] : listChanges(before, counts)
  return (
    <Card
      title={visit === null ? 'Since yesterday' : 'Since you were here'}
      note={<Time at={new Date(last).toISOString()} />}
    >
      {changes.length + ended.length === 0 ? (
        <Message title="Nothing has changed." />
      ) : (
        <ul className="changes">
          {changes.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
          {ended.map((run) => (
            <EndedRun key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const EndedRun = ({ run: { id, kind, state, endedAt } }: { readonly run: Run }) => (
  <li>
    <Link to="/runs/$id" params={{ id: String(id) }}>
      {kind} {id}
    </Link>{' '}
    is {state}, {endedAt !== null && <Time at={endedAt} />}
  </li>
)

interface CountChange {
  readonly key: string
  readonly text: ReactNode
}

function listChanges(before: Counts, now: Counts): CountChange[] {
  const pages = now.pages - before.pages
  const reviews = now.reviews - before.reviews
  const fetched = now.frontier.fetched - before.frontier.fetched
  const dead = now.frontier.dead - before.frontier.dead
  const gone = (now.verdicts['gone'] ?? 0) - (before.verdicts['gone'] ?? 0)
  return [
    ...(pages > 0 ? [{ key: 'pages', text: <Link to="/pages">{plural(pages, 'new page')}</Link> }] : []),
    ...(reviews > 0 ? [{ key: 'reviews', text: <Link to="/reviews">{plural(reviews, 'new question')}</Link> }] : []),
    ...(gone > 0
      ? [
          {
            key: 'gone',
            text: (
              <Link to="/links" search={{ verdict: 'gone' }}>
                {plural(gone, 'more link')} gone
              </Link>
            ),
          },
        ]
      : []),
    ...(fetched > 0
      ? [
          {
            key: 'fetched',
            text: (
              <Link to="/frontier" search={{ state: 'fetched' }}>
                {plural(fetched, 'URL')} fetched
              </Link>
            ),
          },
        ]
      : []),
    ...(dead > 0
      ? [
          {
            key: 'dead',
            text: (
              <Link to="/frontier" search={{ state: 'dead' }}>
                {plural(dead, 'URL')} died
              </Link>
            ),
          },
        ]
      : []),
  ]
}
