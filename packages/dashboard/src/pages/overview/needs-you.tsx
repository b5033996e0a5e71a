import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GetStatusOutput } from '@canonist/client'
import { hostsDownQuery, reviewCountsQuery, stuckHostsQuery, frontierReasonsQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount, spellWord } from '../../ui/format.ts'
import { describeKind } from '../reviews/kinds.ts'

type Counts = GetStatusOutput['counts']

/** The four numbers that a person should act on; each leads to its rows. */
export function NeedsYou({ counts }: { readonly counts: Counts | undefined }) {
  return (
    <Card title="Needs you">
      <div className="needs">
        <Reviews reviews={counts?.reviews} />
        <Gone verdicts={counts?.verdicts} />
        <Refusing />
        <Dead dead={counts?.frontier.dead} />
      </div>
    </Card>
  )
}

/** Keeps the line until there is something to say. */
const UNKNOWN = '\u00A0'

/** A dash until the number is known, so that nothing moves when it comes. */
const showCount = (count: number | undefined): string => (count === undefined ? '–' : formatCount(count))

function Reviews({ reviews }: { readonly reviews: number | undefined }) {
  const { data } = useQuery(reviewCountsQuery)
  const [most] = (data?.counts ?? []).filter(({ state }) => state === 'open').toSorted((a, b) => b.reviews - a.reviews)
  return (
    <Link to="/reviews">
      <b>{showCount(reviews)}</b>
      {reviews === 1 ? 'review' : 'reviews'}
      <span className="why">
        {reviews === 0
          ? 'nothing to decide'
          : most === undefined
            ? UNKNOWN
            : `${most.reviews === reviews ? 'all' : formatCount(most.reviews)} of one kind: ${describeKind(most.kind)}`}
      </span>
    </Link>
  )
}

function Gone({ verdicts }: { readonly verdicts: Counts['verdicts'] | undefined }) {
  const { gone = 0, moved = 0, soft404 = 0, takeover_suspect: taken = 0 } = verdicts ?? {}
  const others = [
    moved > 0 && `${formatCount(moved)} moved`,
    soft404 > 0 && `${formatCount(soft404)} look missing`,
    taken > 0 && `${formatCount(taken)} may be taken over`,
  ].filter((part) => part !== false)
  return (
    <Link to="/links" search={{ verdict: 'gone' }}>
      <b className={gone > 0 ? 'ink-lossy' : ''}>{showCount(verdicts && gone)}</b>
      {gone === 1 ? 'link gone' : 'links gone'}
      <span className="why">
        {verdicts === undefined ? UNKNOWN : others.length === 0 ? 'no other link is in trouble' : others.join(', ')}
      </span>
    </Link>
  )
}

/** A host whose URLs all wait: it is down, or its robots.txt cannot be read. */
function Refusing() {
  const { data } = useQuery(hostsDownQuery)
  const down = data?.items ?? []
  const [first] = down
  return (
    <Link to="/hosts" search={{ condition: 'down' }}>
      <b className={down.length > 0 ? 'ink-usual' : ''}>
        {showCount(data && down.length)}
        {typeof data?.next === 'string' && '+'}
      </b>
      {down.length === 1 ? 'host refuses us' : 'hosts refuse us'}
      <span className="why">
        {data === undefined
          ? UNKNOWN
          : first === undefined
            ? 'every host responds'
            : `${first.host}: ${first.reason === null ? 'down' : spellWord(first.reason)}`}
      </span>
    </Link>
  )
}

/** As many reasons as the other numbers have lines. */
const MAX_REASONS = 3

/** Dead URLs by reason, and the host with most trouble. Each leads to its rows. */
function Dead({ dead }: { readonly dead: number | undefined }) {
  const { data } = useQuery(frontierReasonsQuery())
  const { data: ranking } = useQuery(stuckHostsQuery)
  const reasons = (data?.totals ?? [])
    .filter(({ state, urls }) => state === 'dead' && urls > 0)
    .toSorted((a, b) => b.urls - a.urls)
  const [first] = ranking?.hosts ?? []
  return (
    <div>
      <Link to="/frontier" search={{ state: 'dead' }}>
        <b>{showCount(dead)}</b>
        {dead === 1 ? 'dead URL' : 'dead URLs'}
      </Link>
      {dead === 0 || data === undefined ? (
        <span className={dead === 0 ? 'why' : 'why unknown'}>{dead === 0 ? 'nothing was given up' : UNKNOWN}</span>
      ) : (
        <ul className="why" aria-label="Reasons">
          {reasons.slice(0, MAX_REASONS).map(({ reason, urls }) => (
            <li key={reason}>
              <Link to="/frontier" search={{ state: 'dead', reason: reason ?? undefined }}>
                {formatCount(urls)} {spellWord(reason ?? 'without a reason')}
              </Link>
            </li>
          ))}
          {first !== undefined && (
            <li>
              most trouble:{' '}
              <Link to="/frontier" search={{ host: first.host }}>
                {first.host}
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
