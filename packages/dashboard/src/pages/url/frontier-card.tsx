import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CanonistError, type ExplainFrontierUrlOutput } from 'canonist/client'
import { frontierUrlQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { StateChip } from '../../ui/chip.tsx'
import { Failure, Loading, Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

/** The state of the URL in the crawl, and how it came to it. */
export function FrontierCard({ url }: { readonly url: string }) {
  const { data, error, refetch } = useQuery(frontierUrlQuery(url))
  const isUnknown = error instanceof CanonistError && (error.status === 404 || error.status === 422)
  return (
    <Card title="Frontier">
      {data !== undefined ? (
        <QueuedUrl queued={data} />
      ) : error === null ? (
        <Loading />
      ) : isUnknown ? (
        <Message title="Not in the queue.">
          Add it with <code>canonist frontier add</code> to crawl it.
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
        {queued.dueAt !== null && (
          <>
            <dt>Due</dt>
            <dd>
              <Time at={queued.dueAt} />
            </dd>
          </>
        )}
        {queued.finalUrl !== null && queued.finalUrl !== queued.url && (
          <>
            <dt>Ended at</dt>
            <dd className="url">{queued.finalUrl}</dd>
          </>
        )}
      </dl>
      <ol className="timeline">
        {queued.history.map(({ at, event, reason, httpStatus, detail }) => (
          <li key={`${at} ${event}`}>
            <span className="faint xs">
              <Time at={at} />
            </span>
            <span>
              {event.replaceAll('_', ' ')}
              {reason !== null && ` · ${reason.replaceAll('_', ' ')}`}
              {httpStatus !== null && ` · ${httpStatus}`}
              {detail !== null && <span className="faint xs"> {detail}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
