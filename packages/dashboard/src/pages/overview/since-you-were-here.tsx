import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { GetChangesOutput, GetStatusOutput } from '@canonist/client'
import { useState, type ReactNode } from 'react'
import { client } from '../../data/client.ts'
import { changesQuery } from '../../data/queries.ts'
import { useMay } from '../../data/use-caller.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount, plural, spellWord } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { describeError, Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { readNow } from '../../ui/use-now.ts'
import { describeKind } from '../reviews/kinds.ts'
import { useLastVisit } from './use-last-visit.ts'

type Counts = GetStatusOutput['counts']
type Change = GetChangesOutput['changes'][number]

const DAY_MS = 86_400_000

/** What has changed since the last time this browser showed the overview. */
export function SinceYouWereHere({ counts }: { readonly counts: Counts | undefined }) {
  const visit = useLastVisit()
  // At the first visit, what has changed since yesterday.
  const [since] = useState(() => new Date(visit ?? readNow() - DAY_MS).toISOString())
  const query = useQuery(changesQuery(since))
  return (
    <Card
      title={visit === null ? 'Since yesterday' : 'Since you were here'}
      note={visit === null ? undefined : <Time at={since} />}
    >
      <QueryView query={query} lines={4}>
        {({ before, changes }) => {
          const grown = before === null || counts === undefined ? [] : listGrown(before, counts)
          return grown.length + changes.length === 0 ? (
            <Message title="Nothing has changed." />
          ) : (
            <>
              {grown.length > 0 && <p className="row wrap grown">{grown}</p>}
              <ul className="events">
                {changes.map((change) => (
                  <li key={`${change.type} ${change.at} ${getName(change)}`}>
                    <span className="faint">
                      <Time at={change.at} />
                    </span>
                    <span>{describeChange(change)}</span>
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}

function getName(change: Change): string | number {
  if (change.type === 'run') return change.id
  if (change.type === 'rekey') return change.run
  return change.type === 'host' ? change.host : change.kind
}

/** How the end of a run is reported. */
const ENDS: Readonly<Record<string, string>> = {
  done: 'is done',
  failed: 'has failed',
  cancelled: 'was cancelled',
  interrupted: 'was interrupted',
}

function describeChange(change: Change): ReactNode {
  if (change.type === 'rekey') return <Rekeyed change={change} />
  if (change.type === 'run')
    return (
      <>
        <Link to="/runs/$id" params={{ id: String(change.id) }}>
          {change.kind} {change.id}
        </Link>{' '}
        {ENDS[change.state] ?? change.state}
      </>
    )
  if (change.type === 'host')
    return (
      <>
        <Link to="/hosts/$host" params={{ host: change.host }}>
          {change.host}
        </Link>{' '}
        stopped answering{change.reason !== null && `: ${spellWord(change.reason)}`}
      </>
    )
  return (
    <>
      <Link to="/reviews" search={{ kind: change.kind }}>
        {plural(change.reviews, 'new question')}
      </Link>{' '}
      of the kind {describeKind(change.kind)}, the newest: {change.subject}
    </>
  )
}

function Rekeyed({ change }: { readonly change: Extract<Change, { type: 'rekey' }> }) {
  const queries = useQueryClient()
  const mayUndo = useMay('admin')
  const undo = useMutation({
    mutationFn: () => client.undoRekey({ run: change.run }),
    onSuccess: ({ pages }) => {
      showToast(`${plural(pages, 'page')} got the former key back.`)
      return queries.invalidateQueries()
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  return (
    <>
      The policy {change.policy} was activated: {plural(change.merged, 'page')} merged, {formatCount(change.made)} split
      off
      {change.isUndone
        ? ', and undone'
        : mayUndo && (
            <>
              {', '}
              <button type="button" className="link" disabled={undo.isPending} onClick={() => undo.mutate()}>
                {undo.isPending ? 'undoing…' : 'undo'}
              </button>
            </>
          )}
    </>
  )
}

/** Counts that have grown, in the order of the navigation. Counts that have shrunk need no attention. */
function listGrown(before: Counts, now: Counts): ReactNode[] {
  const gone = (counts: Counts): number => counts.verdicts['gone'] ?? 0
  const links: readonly (readonly [more: number, words: string, link: LinkProps])[] = [
    [now.pages - before.pages, 'pages', { to: '/pages' }],
    [now.reviews - before.reviews, 'reviews', { to: '/reviews' }],
    [gone(now) - gone(before), 'links gone', { to: '/links', search: { verdict: 'gone' } }],
    [now.frontier.fetched - before.frontier.fetched, 'fetched', { to: '/frontier', search: { state: 'fetched' } }],
    [now.frontier.dead - before.frontier.dead, 'dead URLs', { to: '/frontier', search: { state: 'dead' } }],
  ]
  return links
    .filter(([more]) => more > 0)
    .map(([more, words, link]) => (
      <Link key={words} className="quiet" {...link}>
        <b>+{formatCount(more)}</b> {words}
      </Link>
    ))
}
