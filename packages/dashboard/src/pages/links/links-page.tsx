import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ListVerdictsInput, Verdict } from '@canonist/client'
import { statusQuery, verdictsQuery } from '../../data/queries.ts'
import { findTone, StateChip } from '../../ui/chip.tsx'
import { Filters } from '../../ui/filters.tsx'
import { formatCount, plural, spellWord } from '../../ui/format.ts'
import { InfiniteList, type Column } from '../../ui/infinite-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { UrlDiff } from '../../ui/url-diff.tsx'
import { HostsTable } from './hosts-table.tsx'
import { ReportButton } from './report-button.tsx'
import { VerdictsChart } from './verdicts-chart.tsx'
import './links.css'

/** Those that need a look, the worst first. */
const TROUBLE = ['gone', 'takeover_suspect', 'soft404', 'degraded', 'moved'] as const
const VERDICTS = [...TROUBLE, 'inconclusive', 'guarded', 'healthy'] as const
/** In the address: every verdict. Without any, those in trouble are listed. */
const ALL = 'all'

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
          <div className="instead">
            <span className="faint xs">write instead</span> <UrlDiff before={url} after={movedTo} />
          </div>
        )}
      </>
    ),
  },
  {
    head: 'verdict',
    width: 'minmax(12.5rem, 0.5fr)',
    cell: ({ verdict, reasons }) => (
      <span className="row wrap">
        <StateChip state={verdict} />
        <span className="faint xs">{reasons.map(spellWord).join(', ')}</span>
      </span>
    ),
  },
  { head: 'since', width: '6.25rem', isNumber: true, cell: ({ since }) => <Time at={since} /> },
  { head: 'checked', width: '6.25rem', isNumber: true, cell: ({ checkedAt }) => <Time at={checkedAt} /> },
]

/** Which links work, since when they do not, and what to write instead. */
export function LinksPage() {
  const { span: _, view, ...filters } = useSearch({ from: '/shell/links' })
  const navigate = useNavigate({ from: '/links' })
  const { data: status } = useQuery(statusQuery)
  const wanted = toInput(filters)
  const query = useInfiniteQuery(verdictsQuery(wanted))
  const verdicts = status?.counts.verdicts
  const total = verdicts && Object.values(verdicts).reduce((sum, count) => sum + count, 0)
  const set = (name: string, value: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true, resetScroll: false })
  return (
    <div className="stack">
      <h1>{total === undefined ? 'Links' : `${plural(total, 'link')} watched`}</h1>
      <nav className="card verdicts" aria-label="Verdicts">
        {VERDICTS.map((verdict) => (
          <Link
            key={verdict}
            to="/links"
            search={(before) => ({ ...before, verdict })}
            resetScroll={false}
            aria-current={filters.verdict === verdict ? 'true' : undefined}
          >
            <b className={(verdicts?.[verdict] ?? 0) > 0 ? `ink-${findTone(verdict)}` : 'faint'}>
              {verdicts === undefined ? '–' : formatCount(verdicts[verdict] ?? 0)}
            </b>
            {spellWord(verdict)}
          </Link>
        ))}
      </nav>
      {total !== 0 && <Trouble view={view} />}
      <section className="card">
        <Filters active={filters} onRemove={(name) => set(name, undefined)}>
          <SearchField label="Host" value={filters.host ?? ''} onChange={(host) => set('host', host)} />
          {filters.verdict === undefined && total !== 0 && (
            <p className="muted s">
              Links in trouble.{' '}
              <Link to="/links" search={(before) => ({ ...before, verdict: ALL })} resetScroll={false}>
                Show all
              </Link>
            </p>
          )}
          {total !== undefined && total > 0 && <ReportButton filter={wanted} />}
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
            ) : filters.verdict === undefined && filters.host === undefined ? (
              <Message title="No link is in trouble.">Every link that was checked works.</Message>
            ) : (
              <Message title="No link matches.">Remove a filter to see more.</Message>
            )
          }
        />
      </section>
    </div>
  )
}

const VIEWS = [
  [undefined, 'By host'],
  ['time', 'Over time'],
] as const

/** Links in trouble by host, or over time. */
const Trouble = ({ view }: { readonly view: string | undefined }) => (
  <section className="card">
    <nav className="row tabs s" aria-label="Links in trouble">
      {VIEWS.map(([value, words]) => (
        <Link
          key={words}
          to="/links"
          search={(before) => ({ ...before, view: value })}
          replace
          resetScroll={false}
          aria-current={value === view ? 'true' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
    {view === 'time' ? <VerdictsChart /> : <HostsTable />}
  </section>
)

function toInput({ verdict, host }: { readonly verdict?: string | undefined; readonly host?: string | undefined }) {
  const which = verdict === ALL ? {} : verdict === undefined ? { verdicts: TROUBLE.join(',') } : { verdict }
  return { ...which, host } as ListVerdictsInput
}
