import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ListPagesInput, Page } from '@canonist/client'
import { pagesQuery, statusQuery } from '../../data/queries.ts'
import { Chip } from '../../ui/chip.tsx'
import { Filters } from '../../ui/filters.tsx'
import { plural } from '../../ui/format.ts'
import { InfiniteList, type Column } from '../../ui/infinite-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

const COLUMNS: readonly Column<Page>[] = [
  {
    head: 'page',
    width: 'minmax(0, 1fr)',
    cell: ({ canonicalUrl }) => (
      <Link className="url" to="/url" search={{ u: canonicalUrl }}>
        {canonicalUrl}
      </Link>
    ),
  },
  {
    head: 'kind',
    width: '6.875rem',
    cell: ({ shownLinkType }) => shownLinkType !== null && <Chip tone="note">{shownLinkType}</Chip>,
  },
  { head: 'first seen', width: '6.875rem', isNumber: true, cell: ({ firstSeen }) => <Time at={firstSeen} /> },
  { head: 'last seen', width: '6.875rem', isNumber: true, cell: ({ lastSeen }) => <Time at={lastSeen} /> },
]

/** All pages of the registry, or those of a host, a prefix, a verdict or a kind. */
export function PagesPage() {
  const filters = useSearch({ from: '/shell/pages' })
  const navigate = useNavigate({ from: '/pages' })
  const status = useQuery(statusQuery)
  const query = useInfiniteQuery(pagesQuery(filters as ListPagesInput))
  const set = (name: string, value: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true })
  const { q, ...others } = filters
  return (
    <div className="stack">
      <div>
        <h1>{status.data === undefined ? 'Pages' : plural(status.data.counts.pages, 'page')}</h1>
        <p className="muted s">
          {status.data !== undefined && `${plural(status.data.counts.aliases, 'URL')} lead to them.`}
        </p>
      </div>
      <section className="card">
        <Filters active={others} onRemove={(name) => set(name, undefined)}>
          <SearchField label="Host, or host and path" value={q ?? ''} onChange={(text) => set('q', text)} />
        </Filters>
        <InfiniteList
          query={query}
          columns={COLUMNS}
          getKey={({ id }) => id}
          label="Pages"
          empty={
            Object.keys(filters).length > 0 ? (
              <Message title="No page matches.">Remove a filter, or search for the beginning of a host.</Message>
            ) : (
              <Message title="No pages yet.">
                Add URLs with <code>canonist add urls.txt</code>, or upload a list under Runs.
              </Message>
            )
          }
        />
      </section>
    </div>
  )
}
