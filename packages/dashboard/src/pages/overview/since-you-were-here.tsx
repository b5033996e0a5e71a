import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GetStatusOutput, Run } from 'canonist/client'
import { useState, type ReactNode } from 'react'
import { client } from '../../data/client.ts'
import { countHistoryQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/format.ts'
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
      note={visit === null ? undefined : <Time at={new Date(last).toISOString()} />}
    >
      {changes.length + ended.length === 0 ? (
        <Message title="Nothing has changed." />
      ) : (
        <ul className="changes">
          {changes.map(({ key, more, text }) => (
            <li key={key}>
              <span className="num">+{formatCount(more)}</span> {text}
            </li>
          ))}
          {ended.map((run) => (
            <EndedRun key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** How the end of a run is reported. */
const ENDS: Readonly<Record<string, string>> = {
  done: 'is done',
  failed: 'has failed',
  cancelled: 'was cancelled',
  interrupted: 'was interrupted',
}

const EndedRun = ({ run: { id, kind, state, endedAt } }: { readonly run: Run }) => (
  <li>
    <span className="num faint">{endedAt !== null && <Time at={endedAt} />}</span>
    <span>
      <Link to="/runs/$id" params={{ id: String(id) }}>
        {kind} {id}
      </Link>{' '}
      {ENDS[state] ?? state}
    </span>
  </li>
)

interface CountChange {
  readonly key: string
  readonly more: number
  readonly text: ReactNode
}

/** What there is more of, in the order of the navigation; less of something is nothing to look at. */
function listChanges(before: Counts, now: Counts): CountChange[] {
  const changes: readonly CountChange[] = [
    { key: 'pages', more: now.pages - before.pages, text: <Link to="/pages">pages</Link> },
    { key: 'reviews', more: now.reviews - before.reviews, text: <Link to="/reviews">questions for you</Link> },
    {
      key: 'gone',
      more: (now.verdicts['gone'] ?? 0) - (before.verdicts['gone'] ?? 0),
      text: (
        <Link to="/links" search={{ verdict: 'gone' }}>
          links gone
        </Link>
      ),
    },
    {
      key: 'fetched',
      more: now.frontier.fetched - before.frontier.fetched,
      text: (
        <Link to="/frontier" search={{ state: 'fetched' }}>
          URLs fetched
        </Link>
      ),
    },
    {
      key: 'dead',
      more: now.frontier.dead - before.frontier.dead,
      text: (
        <Link to="/frontier" search={{ state: 'dead' }}>
          dead URLs
        </Link>
      ),
    },
  ]
  return changes.filter(({ more }) => more > 0)
}
