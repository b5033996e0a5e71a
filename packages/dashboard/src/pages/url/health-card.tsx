import { useInfiniteQuery } from '@tanstack/react-query'
import type { Observation } from '@canonist/client'
import { useState } from 'react'
import { pageHistoryQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { formatDay, formatExact, plural, spellWord } from '../../ui/format.ts'
import { Failure, Loading, Message } from '../../ui/states.tsx'
import { RedirectChain } from './redirect-chain.tsx'
import { gradeLook, summarizeFailures } from './summarize-failures.ts'
import { TextChanges } from './text-changes.tsx'
import { usePage } from './use-page.ts'

/** More ticks than this are thinner than a line. */
const MAX_TICKS = 90

/** How every check of the page ended, the newest at the right. */
export function HealthCard({ url }: { readonly url: string }) {
  const state = usePage(url)
  if (state.is === 'known') return <History id={state.page.id} />
  return (
    <Card title="Health over time">
      {state.is === 'loading' ? (
        <Loading />
      ) : state.is === 'failed' ? (
        <Failure error={state.error} onRetry={state.retry} />
      ) : (
        <Message title="Not watched.">Only registered pages are checked.</Message>
      )}
    </Card>
  )
}

function History({ id }: { readonly id: number }) {
  const query = useInfiniteQuery(pageHistoryQuery({ id, order: 'newest' }))
  const [newer, setNewer] = useState(0)
  const newest = query.data?.pages.flatMap(({ items }) => items) ?? []
  const looks = newest.toReversed()
  const end = looks.length - newer
  const shown = looks.slice(Math.max(0, end - MAX_TICKS), end)
  const failures = looks.filter((look) => gradeLook(look) === 'bad').length
  async function showOlder(): Promise<void> {
    if (end - 2 * MAX_TICKS < 0 && query.hasNextPage) await query.fetchNextPage()
    setNewer(newer + MAX_TICKS)
  }
  return (
    <Card
      title="Health over time"
      note={
        looks.length === 0
          ? undefined
          : `${plural(looks.length, 'check')}${query.hasNextPage ? ' and older ones' : ''}, ${plural(failures, 'failure')}`
      }
      actions={
        <>
          {(end > MAX_TICKS || (query.hasNextPage && looks.length > 0)) && (
            <button type="button" className="link" disabled={query.isFetching} onClick={() => void showOlder()}>
              older
            </button>
          )}
          {newer > 0 && (
            <button type="button" className="link" onClick={() => setNewer(newer - MAX_TICKS)}>
              newer
            </button>
          )}
        </>
      }
    >
      {query.isError && looks.length === 0 ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading />
      ) : looks.length === 0 ? (
        <Message title="Never checked.">
          Run <code>canonist check</code>, or start a check under Runs.
        </Message>
      ) : (
        <>
          <Ticks looks={shown} />
          <div className="pad stack history">
            <LastChain looks={looks} />
            <TextChanges looks={looks} />
          </div>
        </>
      )}
    </Card>
  )
}

function LastChain({ looks }: { readonly looks: readonly Observation[] }) {
  const last = looks.findLast(({ pageDecision }) => pageDecision === undefined || pageDecision === null)
  return last === undefined || last.chain.length === 0 ? (
    <p className="muted s">The last check was not redirected.</p>
  ) : (
    <RedirectChain look={last} />
  )
}

function Ticks({ looks }: { readonly looks: readonly Observation[] }) {
  const failures = looks.filter((look) => gradeLook(look) === 'bad').length
  const [first, last] = [looks[0], looks.at(-1)]
  return (
    <div className="pad">
      <div className="ticks" role="img" aria-label={`${plural(looks.length, 'check')}, ${plural(failures, 'failure')}`}>
        {looks.map((look) => (
          <i key={look.at} className={gradeLook(look)} title={`${formatExact(look.at)}: ${describe(look)}`} />
        ))}
      </div>
      <div className="row between faint xs">
        {first !== undefined && <time dateTime={first.at}>{formatDay(first.at)}</time>}
        <span>{summarizeFailures(looks) ?? (last !== undefined && `always ${describe(last)}`)}</span>
        {last !== undefined && <time dateTime={last.at}>{formatDay(last.at)}</time>}
      </div>
    </div>
  )
}

function describe({ status, failure, isUnchanged, chain, missing, pageDecision }: Observation): string {
  if (pageDecision !== undefined && pageDecision !== null) return `a person ${pageDecision} it`
  if (failure !== null) return spellWord(failure)
  const redirects = chain.length === 0 ? '' : ` after ${plural(chain.length, 'redirect')}`
  const missed = missing === null ? '' : ', looks like a missing page'
  return `${status ?? 'no status'}${isUnchanged ? ', unchanged' : ''}${redirects}${missed}`
}
