import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { FrontierUrl, ListFrontierUrlsInput } from 'canonist/client'
import { useEffect, useRef } from 'react'
import { frontierUrlsQuery, statusQuery, stuckHostsQuery } from '../../data/queries.ts'
import { StateChip } from '../../ui/chip.tsx'
import { Filters } from '../../ui/filters.tsx'
import { spellWord } from '../../ui/format.ts'
import { InfiniteList, type Column } from '../../ui/infinite-list.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { QueueActions } from './queue-actions.tsx'
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
  const loaded = query.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? []
  const set = (name: string, value: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true, resetScroll: false })
  const { q, ...shown } = wanted
  const list = useRef<HTMLElement>(null)
  const chosen = JSON.stringify(shown)
  // Before the rows are there, the page may be too short to scroll to them.
  const isLaidOut = useQuery(stuckHostsQuery).isFetched && status.isFetched && query.isFetched
  useEffect(() => {
    // A number leads to its rows, which are further down. Typing does not move the page.
    if (chosen === '{}' || !isLaidOut) return undefined
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
        <Filters active={shown} onRemove={(name) => set(name, undefined)}>
          <SearchField label="Host, or host/path" value={q ?? ''} onChange={(text) => set('q', text)} />
          <QueueActions filter={wanted} loaded={loaded} />
        </Filters>
        <InfiniteList
          query={query}
          columns={COLUMNS}
          getKey={({ id }) => id}
          label="Queued URLs"
          empty={
            Object.keys(wanted).length > 0 ? (
              <Message title="No URL matches.">Remove a filter to see more.</Message>
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
