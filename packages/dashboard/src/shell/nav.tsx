import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { GetStatusOutput } from '@canonist/client'
import { useEffect, useMemo, useRef } from 'react'
import { callerQuery, hostsDownQuery, reviewCountsQuery, runningQuery, statusQuery } from '../data/queries.ts'
import { formatShort } from '../ui/format.ts'
import { Mark } from './mark.tsx'

interface Waiting extends Pick<GetStatusOutput['counts'], 'pages' | 'reviews' | 'verdicts' | 'frontier'> {
  /** Learned rules without a decision. */
  readonly rules: number
  readonly running: number
  /** Hosts that refuse us, up to as many as one part of a list has. */
  readonly down: number
  readonly hasMoreDown: boolean
}

interface Entry {
  readonly to: string
  readonly name: string
  readonly count?: (waiting: Waiting) => number
  /** A number that waits for a person is red. */
  readonly isHot?: boolean
  /** Whether there are more than were counted. */
  readonly hasMore?: (waiting: Waiting) => boolean
}

const TROUBLE = ['gone', 'soft404', 'takeover_suspect', 'degraded'] as const

const ENTRIES: readonly Entry[] = [
  { to: '/', name: 'Overview' },
  { to: '/url', name: 'URL' },
  { to: '/pages', name: 'Pages', count: ({ pages }) => pages },
  { to: '/reviews', name: 'Reviews', count: ({ reviews }) => reviews, isHot: true },
  {
    to: '/links',
    name: 'Links',
    count: ({ verdicts }) => TROUBLE.reduce((sum, verdict) => sum + (verdicts[verdict] ?? 0), 0),
    isHot: true,
  },
  { to: '/frontier', name: 'Frontier', count: ({ frontier }) => frontier.pending },
  { to: '/hosts', name: 'Hosts', count: ({ down }) => down, isHot: true, hasMore: ({ hasMoreDown }) => hasMoreDown },
  { to: '/rules', name: 'Rules', count: ({ rules }) => rules },
  { to: '/playground', name: 'Playground' },
  { to: '/runs', name: 'Runs', count: ({ running }) => running },
  { to: '/settings', name: 'Settings' },
]

/** The way to every page, with what is waiting there. */
export function Nav() {
  const { data: status } = useQuery(statusQuery)
  const { data: caller } = useQuery(callerQuery)
  const waiting = useWaiting()
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // On a phone the entries are one line, of which a part is visible.
    const [list, current] = [nav.current, nav.current?.querySelector<HTMLElement>('[aria-current]:not(.brand)')]
    if (list && current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2
    // The counts make the entries wider.
  }, [pathname, waiting])
  return (
    <nav className="nav" aria-label="Pages" ref={nav}>
      <Link to="/" className="brand">
        <Mark /> Canonist
      </Link>
      {ENTRIES.map(({ to, name, count, isHot, hasMore }) => {
        const number = waiting === null || count === undefined ? 0 : count(waiting)
        return (
          <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
            {name}
            {number > 0 && (
              <span className={isHot === true ? 'count hot' : 'count'}>
                {formatShort(number)}
                {waiting !== null && hasMore?.(waiting) === true && '+'}
              </span>
            )}
          </Link>
        )
      })}
      {status !== undefined && (
        <div className="foot">
          <span title={status.database}>{status.database.replace(/^.*[/\\]/, '')}</span> · policy {status.policy.name}
          <br />
          <span className="mono">{status.version}</span> · <a href="/docs">API</a> ·{' '}
          <a href="/licenses.txt">Licences</a>
          {caller !== undefined && (caller.isReadOnly || caller.role !== 'admin') && (
            <>
              <br />
              {caller.isReadOnly ? 'read-only' : `${caller.name} may ${caller.role}`}
            </>
          )}
        </div>
      )}
    </nav>
  )
}

function useWaiting(): Waiting | null {
  const { data: status } = useQuery(statusQuery)
  const { data: reviews } = useQuery(reviewCountsQuery)
  const { data: runs } = useQuery(runningQuery)
  const { data: down } = useQuery(hostsDownQuery)
  return useMemo(() => {
    if (status === undefined) return null
    const rules = reviews?.counts.find(({ state, kind }) => state === 'open' && kind === 'learned_rule')?.reviews ?? 0
    return {
      ...status.counts,
      rules,
      running: runs?.items.length ?? 0,
      down: down?.items.length ?? 0,
      hasMoreDown: typeof down?.next === 'string',
    }
  }, [status, reviews, runs, down])
}
