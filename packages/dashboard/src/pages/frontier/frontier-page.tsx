import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { FrontierUrl, ListFrontierUrlsInput } from '@canonist/client'
import { useEffect, useRef } from 'react'
import { frontierUrlsQuery, statusQuery, stuckHostsQuery } from '../../data/queries.ts'
import { StateChip } from '../../ui/chip.tsx'
import { spellWord } from '../../ui/format.ts'
import { InfiniteList, type Column } from '../../ui/infinite-list.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { QueueActions } from './queue-actions.tsx'
import type { QueueFilter } from './queue-filter.ts'
import { QueueFilters } from './queue-filters.tsx'
import { QueueViews } from './queue-views.tsx'
import { StateBar } from './state-bar.tsx'
import './frontier.css'

const COLUMNS: readonly Column<FrontierUrl>[] = [
  {
    head: 'URL',
    width: 'minmax(0, 1fr)',
    cell: ({ url }) => (
      <Link className="url" to="/url" search={{ u: url }}>
        {url}
      </Link>
    ),
  },
  {
    head: 'state',
    width: 'minmax(16rem, 0.6fr)',
    cell: ({ state, reason, detail }) => (
      <>
        <StateChip state={state} /> {reason !== null && <span className="s">{spellWord(reason)}</span>}{' '}
        {detail !== null && <span className="faint xs">{detail}</span>}
      </>
    ),
  },
  { head: 'attempts', width: '4.375rem', isNumber: true, cell: ({ attempts }) => attempts },
  {
    head: 'last try',
    width: '6.25rem',
    isNumber: true,
    cell: ({ fetchedAt }) => (fetchedAt === null ? <span className="faint">never</span> : <Time at={fetchedAt} />),
  },
  {
    head: 'due',
    width: '5.5rem',
    isNumber: true,
    cell: ({ dueAt }) => (dueAt === null ? <span className="faint">never</span> : <Time at={dueAt} />),
  },
]

/** The queue of the crawl: how many URLs are in which state, why others are not fetched, and what to do about them. */
export function FrontierPage() {
  const filters = useSearch({ from: '/shell/frontier' })
  const navigate = useNavigate({ from: '/frontier' })
  const status = useQuery(statusQuery)
  const { span: _, view: __, ...wanted } = filters
  const query = useInfiniteQuery(frontierUrlsQuery(wanted as ListFrontierUrlsInput))
  const list = useRef<HTMLElement>(null)
  const chosen = joinChosen(wanted)
  const chosenHere = useRef<string>(null)
  const change = (changed: QueueFilter): void => {
    chosenHere.current = joinChosen({ ...wanted, ...changed })
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false })
  }
  // Before the rows are there, the page may be too short to scroll to them.
  const isLaidOut = useQuery(stuckHostsQuery).isFetched && status.isFetched && query.isFetched
  useEffect(() => {
    // A number leads to its rows, which are further down. The filters above the rows do not move the page.
    if (chosen === joinChosen({}) || chosen === chosenHere.current || !isLaidOut) return undefined
    // In the next frame: the router scrolls a page that was just opened to its top.
    const frame = requestAnimationFrame(() => list.current?.scrollIntoView({ block: 'start' }))
    return () => cancelAnimationFrame(frame)
  }, [chosen, isLaidOut])
  return (
    <div className="stack">
      <section className="card pad">
        <QueryView query={status} lines={2}>
          {({ counts }) => <StateBar stats={counts.frontier} />}
        </QueryView>
      </section>
      <QueueViews />
      <section className="card urls" ref={list}>
        <QueueFilters filter={wanted} onChange={change}>
          <QueueActions filter={wanted} />
        </QueueFilters>
        <InfiniteList
          query={query}
          columns={COLUMNS}
          getKey={({ id }) => id}
          label="Queued URLs"
          empty={
            Object.keys(wanted).length > 0 ? (
              <Message title="No URL matches.">
                {wanted.host !== undefined && wanted.q?.startsWith('/') === false
                  ? 'Begin the text with a slash to search the paths of the host.'
                  : 'Remove a filter to see more.'}
              </Message>
            ) : (
              <Message title="The queue is empty.">
                Add URLs with <code>canonist frontier add urls.txt</code>, then start <code>canonist work</code>.
              </Message>
            )
          }
        />
      </section>
    </div>
  )
}

/** All that a link can choose; a text is typed. */
const joinChosen = ({ state = '', reason = '', reasonClass = '', host = '' }: QueueFilter): string =>
  [state, reason, reasonClass, host].join(' ')
