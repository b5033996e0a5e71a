import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CanonistError, type ExplainFrontierUrlOutput } from '@canonist/client'
import { client } from '../../data/client.ts'
import { frontierUrlQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { findTone, StateChip } from '../../ui/chip.tsx'
import { plural, spellWord } from '../../ui/format.ts'
import { Failure, Loading, Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { QueueButton } from './queue-button.tsx'

/** The state of the URL in the crawl, and how it came to it. */
export function FrontierCard({ url }: { readonly url: string }) {
  const { data, error, refetch } = useQuery(frontierUrlQuery(url))
  const add = (): Promise<unknown> => client.addFrontierUrls({ urls: [url] })
  const isUnknown = error instanceof CanonistError && (error.status === 404 || error.status === 422)
  return (
    <Card title="Frontier">
      {data !== undefined ? (
        <QueuedUrl queued={data} />
      ) : error === null ? (
        <Loading />
      ) : isUnknown ? (
        <Message title="Not in the queue." action={<QueueButton words="Add to the queue" act={add} />}>
          Workers fetch what is queued, at the pace of its host.
        </Message>
      ) : (
        <Failure error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

function QueuedUrl({ queued }: { readonly queued: ExplainFrontierUrlOutput }) {
  return (
    <div className="pad stack">
      {(queued.state === 'dead' || queued.state === 'excluded' || queued.state === 'retry') && (
        <QueueButton words="Requeue" act={() => client.requeueFrontierUrls({ ids: [queued.id] })} />
      )}
      <dl className="facts">
        <dt>State</dt>
        <dd>
          <StateChip state={queued.state} /> <span className="muted">{queued.why}</span>
        </dd>
        <dt>Host</dt>
        <dd>
          <Link to="/hosts/$host" params={{ host: queued.host }}>
            {queued.host}
          </Link>
          {queued.hostState.isDown && <span className="ink-lossy"> is down</span>}
          {queued.hostState.isPaused && <span className="ink-usual"> is paused</span>}
        </dd>
        <dt>Last try</dt>
        <dd>
          {queued.fetchedAt === null ? 'never' : <Time at={queued.fetchedAt} />}
          <span className="muted">
            {queued.httpStatus !== null && ` · status ${queued.httpStatus}`}
            {queued.fetches > 0 && ` · fetched ${plural(queued.fetches, 'time')}`}
            {queued.changes > 0 && `, changed ${plural(queued.changes, 'time')}`}
            {queued.attempts > 0 && ` · ${plural(queued.attempts, 'failed attempt')}`}
          </span>
        </dd>
        <dt>Next</dt>
        <dd>
          {queued.dueAt === null ? 'not due' : <Time at={queued.dueAt} />}
          {queued.priority !== 'normal' && <span className="muted"> · {queued.priority} priority</span>}
        </dd>
        {queued.finalUrl !== null && queued.finalUrl !== queued.url && (
          <>
            <dt>Ended at</dt>
            <dd className="url">{queued.finalUrl}</dd>
          </>
        )}
      </dl>
      {queued.history.length > 0 && <h3 className="s">What happened</h3>}
      <ol className="timeline">
        {queued.history.map(({ at, event, reason, httpStatus, detail }) => (
          <li key={`${at} ${event}`} className={findTone(event)}>
            <span className="faint xs">
              <Time at={at} />
            </span>
            <span>
              <b>{spellWord(event)}</b>
              {reason !== null && ` · ${spellWord(reason)}`}
              {httpStatus !== null && ` · ${httpStatus}`}
              {detail !== null && <span className="faint xs"> {detail}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
