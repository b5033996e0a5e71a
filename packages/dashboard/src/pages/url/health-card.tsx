import { useQuery } from '@tanstack/react-query'
import type { Observation } from 'canonist/client'
import { pageHistoryQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { formatExact, plural } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Failure, Loading, Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { RedirectChain } from './redirect-chain.tsx'
import { TextChanges } from './text-changes.tsx'
import { usePage } from './use-page.ts'

/** More ticks than this are thinner than a line. */
const MAX_TICKS = 90

/** How every check of the page ended, the newest at the right. */
export function HealthCard({ url }: { readonly url: string }) {
  const state = usePage(url)
  return (
    <Card title="Health over time" padded={false}>
      {state.is === 'known' ? (
        <History id={state.page.id} />
      ) : state.is === 'loading' ? (
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
  const history = useQuery(pageHistoryQuery(id))
  return (
    <QueryView query={history}>
      {({ items }) =>
        items.length === 0 ? (
          <Message title="Never checked.">
            Run <code>canonist check</code>, or start a check under Runs.
          </Message>
        ) : (
          <>
            <Ticks looks={items.slice(-MAX_TICKS)} />
            <div className="pad stack history">
              <LastChain looks={items} />
              <TextChanges looks={items} />
            </div>
          </>
        )
      }
    </QueryView>
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
  const failures = looks.filter((look) => grade(look) === 'bad').length
  const [first, last] = [looks[0], looks.at(-1)]
  return (
    <div className="pad">
      <div className="ticks" role="img" aria-label={`${plural(looks.length, 'check')}, ${plural(failures, 'failure')}`}>
        {looks.map((look) => (
          <i key={look.at} className={grade(look)} title={`${formatExact(look.at)}: ${describe(look)}`} />
        ))}
      </div>
      <div className="row between faint xs">
        {first !== undefined && <Time at={first.at} />}
        <span>{last !== undefined && `last: ${describe(last)}`}</span>
        {last !== undefined && <Time at={last.at} />}
      </div>
    </div>
  )
}

function grade({ status, failure, missing, parked, replaced }: Observation): 'good' | 'doubtful' | 'bad' {
  if (failure !== null || (status ?? 0) >= 400) return 'bad'
  return missing !== null || parked === true || replaced === true ? 'doubtful' : 'good'
}

function describe({ status, failure, isUnchanged, chain, missing, pageDecision }: Observation): string {
  if (pageDecision !== undefined && pageDecision !== null) return `a person ${pageDecision} it`
  if (failure !== null) return failure.replaceAll('_', ' ')
  const redirects = chain.length === 0 ? '' : ` after ${plural(chain.length, 'redirect')}`
  const missed = missing === null ? '' : ', looks like a missing page'
  return `${status ?? 'no status'}${isUnchanged ? ', unchanged' : ''}${redirects}${missed}`
}
