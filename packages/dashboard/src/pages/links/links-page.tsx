import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ListVerdictsInput, Verdict } from 'canonist/client'
import { statusQuery, verdictsQuery } from '../../data/queries.ts'
import { findTone, StateChip } from '../../ui/chip.tsx'
import { Filters } from '../../ui/filters.tsx'
import { formatCount, plural } from '../../ui/format.ts'
import { InfiniteList, type Column } from '../../ui/infinite-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { ReportButton } from './report-button.tsx'
import { VerdictsChart } from './verdicts-chart.tsx'
import './links.css'

/** The worst first. */
const VERDICTS = [
  'gone',
  'takeover_suspect',
  'soft404',
  'degraded',
  'moved',
  'inconclusive',
  'guarded',
  'healthy',
] as const

const COLUMNS: readonly Column<Verdict>[] = [
  {
    head: 'link',
    width: 'minmax(0, 1fr)',
    cell: ({ url, movedTo }) => (
      <>
        <Link className="url" to="/url" search={{ u: url }}>
          {url}
        </Link>
        {movedTo !== null && (
          <div className="s">
            write instead <span className="url">{movedTo}</span>
          </div>
        )}
      </>
    ),
  },
  {
    head: 'verdict',
    width: 'minmax(200px, 0.5fr)',
    cell: ({ verdict, reasons }) => (
      <span className="row wrap">
        <StateChip state={verdict} />
        <span className="faint xs">{reasons.map((reason) => reason.replaceAll('_', ' ')).join(', ')}</span>
      </span>
    ),
  },
  { head: 'since', width: '100px', isNumber: true, cell: ({ since }) => <Time at={since} /> },
  { head: 'checked', width: '100px', isNumber: true, cell: ({ checkedAt }) => <Time at={checkedAt} /> },
]

/** Which links work, since when they do not, and what to write instead. */
export function LinksPage() {
  const { span: _, ...filters } = useSearch({ from: '/shell/links' })
  const navigate = useNavigate({ from: '/links' })
  const { data: status } = useQuery(statusQuery)
  const query = useInfiniteQuery(verdictsQuery(filters as ListVerdictsInput))
  const verdicts = status?.counts.verdicts ?? {}
  const total = Object.values(verdicts).reduce((sum, count) => sum + count, 0)
  const set = (name: string, value: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true })
  return (
    <div className="stack">
      <h1>{status === undefined ? 'Links' : `${plural(total, 'link')} watched`}</h1>
      <section className="card verdicts">
        {VERDICTS.map((verdict) => (
          <Link key={verdict} to="/links" search={{ verdict }}>
            <b className={(verdicts[verdict] ?? 0) > 0 ? `ink-${findTone(verdict)}` : 'faint'}>
              {formatCount(verdicts[verdict] ?? 0)}
            </b>
            {verdict.replaceAll('_', ' ')}
          </Link>
        ))}
      </section>
      {total > 0 && <VerdictsChart />}
      <section className="card">
        <Filters active={filters} onRemove={(name) => set(name, undefined)}>
          <SearchField label="Host" value={filters.host ?? ''} onChange={(host) => set('host', host)} />
          {total > 0 && <ReportButton filter={filters as ListVerdictsInput} />}
        </Filters>
        <InfiniteList
          query={query}
          columns={COLUMNS}
          getKey={({ pageId }) => pageId}
          label="Links"
          empty={
            total === 0 ? (
              <Message title="No link was checked yet.">
                Run <code>canonist check --all</code>, or start a check under <Link to="/runs">Runs</Link>.
              </Message>
            ) : (
              <Message title="No link matches.">Remove a filter to see more.</Message>
            )
          }
        />
      </section>
    </div>
  )
}
