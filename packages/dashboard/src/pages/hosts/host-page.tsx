import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { HostDetails } from '@canonist/client'
import { client } from '../../data/client.ts'
import { hostQuery } from '../../data/queries.ts'
import { useMay } from '../../data/use-caller.ts'
import { Card } from '../../ui/card.tsx'
import { Chip, StateChip } from '../../ui/chip.tsx'
import { formatDuration, plural, spellWord } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { describeError, Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { DelayForm } from './delay-form.tsx'
import { QueuedCard } from './queued-card.tsx'
import './hosts.css'

/** One host: its clock, its robots.txt, what was learned of it, and the brake. */
export function HostPage() {
  const { host } = useParams({ from: '/shell/hosts/$host' })
  const query = useQuery(hostQuery(host))
  return (
    <div className="stack">
      <h1>{host}</h1>
      {query.data === undefined ? (
        <section className="card">
          <QueryView query={query} lines={8}>
            {() => null}
          </QueryView>
        </section>
      ) : (
        <Details details={query.data} />
      )}
    </div>
  )
}

const PAUSES = [
  ['15m', '15 min'],
  ['2h', '2 h'],
  ['1d', '1 d'],
] as const

function Details({ details }: { readonly details: HostDetails }) {
  const queries = useQueryClient()
  const mayWrite = useMay('write')
  const steer = useMutation({
    mutationFn: (duration: string | null) =>
      duration === null
        ? client.resumeHost({ host: details.host })
        : client.pauseHost({ host: details.host, for: duration }),
    onSuccess: (after) => {
      queries.setQueryData(hostQuery(details.host).queryKey, after)
      showToast(after.pausedUntil === null ? `${after.host} goes on.` : `${after.host} is paused.`)
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  return (
    <>
      <div className="grid two">
        <Card
          title="Clock"
          padded
          actions={
            !mayWrite ? undefined : details.state === 'paused' ? (
              <button className="button" type="button" disabled={steer.isPending} onClick={() => steer.mutate(null)}>
                Resume
              </button>
            ) : (
              PAUSES.map(([duration, words]) => (
                <button
                  key={duration}
                  className="button"
                  type="button"
                  disabled={steer.isPending}
                  onClick={() => steer.mutate(duration)}
                >
                  Pause {words}
                </button>
              ))
            )
          }
        >
          <dl className="facts">
            <dt>State</dt>
            <dd className="row wrap">
              {details.isDown ? <Chip tone="lossy">down</Chip> : <StateChip state={details.state} />}
              {details.reason !== null && <span className="muted">{spellWord(details.reason)}</span>}
              {details.pausedUntil !== null && (
                <span className="muted">
                  until <Time at={details.pausedUntil} />
                </span>
              )}
            </dd>
            <dt>Pace</dt>
            <dd>
              one request every {formatDuration(details.delayMs)}
              {details.robotsDelayMs !== null && `, as its robots.txt asks (${formatDuration(details.robotsDelayMs)})`}
              {details.ownDelayMs !== null && `, set by hand (${formatDuration(details.ownDelayMs)})`}
              {mayWrite && <DelayForm details={details} />}
            </dd>
            <dt>Failures</dt>
            <dd>
              {details.failures === 0 || details.failingSince === null ? (
                'none'
              ) : (
                <>
                  {plural(details.failures, 'failure')} in a row, since <Time at={details.failingSince} />
                </>
              )}
            </dd>
            {details.worker !== null && (
              <>
                <dt>Worker</dt>
                <dd>
                  {details.worker} holds {plural(details.leases, 'URL')}
                </dd>
              </>
            )}
            <dt>See also</dt>
            <dd className="row wrap">
              <Link to="/pages" search={{ host: details.host }}>
                pages
              </Link>
              <Link to="/links" search={{ host: details.host }}>
                links
              </Link>
            </dd>
          </dl>
        </Card>
        <QueuedCard host={details.host} />
      </div>
      <Card title="Facts" note="what was observed of this host; an observed fact beats a listed one">
        {details.facts.length === 0 ? (
          <Message title="Nothing observed yet.">Admissions and redirects leave facts here.</Message>
        ) : (
          <table className="s">
            <thead>
              <tr>
                <th>fact</th>
                <th>value</th>
                <th>source</th>
                <th className="num">observed</th>
              </tr>
            </thead>
            <tbody>
              {details.facts.map(({ name, value, source, observedAt }) => (
                <tr key={name}>
                  <td>{spellWord(name)}</td>
                  <td className="mono">{value ?? 'unknown'}</td>
                  <td>{source}</td>
                  <td className="num">
                    <Time at={observedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
      {details.robots.map(({ origin, status, text, fetchedAt }) => (
        <Card
          key={origin}
          title={`${origin}/robots.txt`}
          note={
            <>
              {status === null ? 'no answer' : `status ${status}`}, <Time at={fetchedAt} />
            </>
          }
          padded
        >
          {text === null || text === '' ? (
            <p className="muted s">{describeMissingRobots(status)}</p>
          ) : (
            <pre className="robots">{text}</pre>
          )}
        </Card>
      ))}
    </>
  )
}

/** https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1: no file allows everything, one that cannot be read allows nothing. */
function describeMissingRobots(status: number | null): string {
  if (status === null || status >= 500) return 'It could not be read, so nothing may be requested until it can.'
  return status >= 400 ? 'There is no such file: nothing is forbidden.' : 'Empty: nothing is forbidden.'
}
