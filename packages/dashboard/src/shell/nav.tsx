import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { GetStatusOutput } from 'canonist/client'
import { useEffect, useRef } from 'react'
import { statusQuery } from '../data/queries.ts'
import { formatShort } from '../ui/format.ts'
import { Mark } from './mark.tsx'

type Counts = GetStatusOutput['counts']

interface Entry {
  readonly to: string
  readonly name: string
  readonly count?: (counts: Counts) => number
  /** A number that waits for a person is red. */
  readonly isHot?: boolean
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
  { to: '/hosts', name: 'Hosts' },
  { to: '/rules', name: 'Rules' },
  { to: '/playground', name: 'Playground' },
  { to: '/runs', name: 'Runs' },
  { to: '/settings', name: 'Settings' },
]

/** The way to every page, with what is waiting there. */
export function Nav() {
  const { data: status } = useQuery(statusQuery)
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // On a phone the entries are one line, of which a part is visible.
    const [list, current] = [nav.current, nav.current?.querySelector<HTMLElement>('[aria-current]:not(.brand)')]
    if (list && current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav className="nav" aria-label="Pages" ref={nav}>
      <Link to="/" className="brand">
        <Mark /> Canonist
      </Link>
      {ENTRIES.map(({ to, name, count, isHot }) => {
        const number = status === undefined || count === undefined ? 0 : count(status.counts)
        return (
          <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
            {name}
            {number > 0 && <span className={isHot === true ? 'count hot' : 'count'}>{formatShort(number)}</span>}
          </Link>
        )
      })}
      {status !== undefined && (
        <div className="foot">
          <span title={status.database}>{status.database.replace(/^.*[/\\]/, '')}</span> · policy {status.policy.name}
          <br />
          <span className="mono">{status.version}</span> · <a href="/docs">API</a>
        </div>
      )}
    </nav>
  )
}
