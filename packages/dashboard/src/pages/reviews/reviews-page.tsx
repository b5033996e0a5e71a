import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ListReviewsInput, Review } from '@canonist/client'
import { useCallback, useEffect, useState } from 'react'
import { callerQuery, reviewCountsQuery, reviewsQuery, statusQuery } from '../../data/queries.ts'
import { useMay } from '../../data/use-caller.ts'
import { FilterChip } from '../../ui/filters.tsx'
import { formatCount, plural } from '../../ui/format.ts'
import { Failure, Loading, Message } from '../../ui/states.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { describeKind, describeSubject } from './kinds.ts'
import { ReviewDetail } from './review-detail.tsx'
import { ReviewList } from './review-list.tsx'
import { useDecisions } from './use-decisions.ts'
import './reviews.css'

const KEYS = [
  ['j', 'k', 'move'],
  ['a', '', 'accept'],
  ['r', '', 'reject'],
  ['e', '', 'edit'],
  ['u', '', 'undo'],
  ['x', '', 'select'],
] as const

/** What only a person can decide, grouped by cause; every step has a key. */
export function ReviewsPage() {
  const { state = 'open', kind, id } = useSearch({ from: '/shell/reviews' })
  const navigate = useNavigate({ from: '/reviews' })
  const status = useQuery(statusQuery)
  const query = useInfiniteQuery(reviewsQuery({ state, kind } as ListReviewsInput))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [isEditing, setEditing] = useState(false)
  const open = useCallback(
    (review: Pick<Review, 'id'> | undefined): void => {
      setEditing(false)
      void navigate({
        search: (before) => ({ ...before, id: review && String(review.id) }),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
  const { decide, undoLast, settled } = useDecisions(([first]) => first !== undefined && open({ id: first }))
  const isOpen = state === 'open'
  const mayWrite = useMay('write')
  const mayDecide = mayWrite && isOpen
  const { data: caller } = useQuery(callerQuery)
  const isReader = isOpen && caller !== undefined && !caller.isReadOnly && !mayWrite
  const reviews = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter((review) => !isOpen || !settled.has(review.id))
  const current = reviews.find((review) => String(review.id) === id) ?? reviews[0]
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query

  const index = current === undefined ? -1 : reviews.indexOf(current)
  const isNearEnd = index >= reviews.length - 20
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])

  /** Those that are selected, else the current one; then the next one that is left. */
  function decideAll(decision: 'accept' | 'reject'): void {
    const ids = selected.size > 0 ? [...selected] : current === undefined ? [] : [current.id]
    const chosen = new Set(ids)
    const next =
      reviews.slice(index + 1).find((review) => !chosen.has(review.id)) ??
      reviews.find((review) => !chosen.has(review.id))
    decide(ids.map((each) => ({ id: each, decision })))
    setSelected(new Set())
    open(next)
  }
  const toggle = useCallback((review: Review): void => {
    setSelected((before) => {
      const next = new Set(before)
      if (!next.delete(review.id)) next.add(review.id)
      return next
    })
  }, [])
  useShortcuts({
    j: () => open(reviews[index + 1] ?? current),
    k: () => open(reviews[index - 1] ?? current),
    a: mayDecide ? () => decideAll('accept') : undefined,
    r: mayDecide ? () => decideAll('reject') : undefined,
    e: mayDecide ? () => setEditing(true) : undefined,
    u: mayWrite ? undoLast : undefined,
    x: mayDecide && current !== undefined ? () => toggle(current) : undefined,
    Escape: selected.size > 0 ? () => setSelected(new Set()) : undefined,
  })

  const { data: counted } = useQuery(reviewCountsQuery)
  const ofState = counted?.counts.filter((each) => each.state === state) ?? []
  const ofKind = ofState.find((each) => each.kind === kind)?.reviews
  const count = kind === undefined ? status.data?.counts.reviews : ofKind
  const choose = (filter: { readonly kind?: string | undefined; readonly state?: string }): void =>
    void navigate({ search: (before) => ({ ...before, ...filter, id: undefined }) })
  const similar = current === undefined ? [] : findSimilar(reviews, current)
  return (
    <div className="stack">
      <div className="row wrap between">
        <div>
          <h1>
            {isOpen && count !== undefined ? plural(count, 'question') : isOpen ? 'Reviews' : `Reviews, ${state}`}
          </h1>
          <p className="muted s">
            {isOpen ? 'Grouped by cause. Each shows what a decision would change.' : 'Decided before.'}
            {isReader && ' You can read them; a decision needs the role write.'}
          </p>
        </div>
        {mayDecide && (
          <div className="row wrap xs faint keys" role="note" aria-label="Keys">
            {KEYS.map(([key, other, word]) => (
              <span key={key}>
                <kbd>{key}</kbd> {other !== '' && <kbd>{other}</kbd>} {word}
              </span>
            ))}
          </div>
        )}
      </div>
      <div className="row wrap">
        {kind === undefined ? (
          <select
            className="input"
            aria-label="Kind"
            value=""
            onChange={(event) => choose({ kind: event.target.value })}
          >
            <option value="">every kind</option>
            {ofState.map((each) => (
              <option key={each.kind} value={each.kind}>
                {describeKind(each.kind)} ({formatCount(each.reviews)})
              </option>
            ))}
          </select>
        ) : (
          <FilterChip name="kind" value={describeKind(kind)} onRemove={() => choose({ kind: undefined })} />
        )}
        <select
          className="input"
          aria-label="State"
          value={state}
          onChange={(event) => choose({ state: event.target.value })}
        >
          {['open', 'accepted', 'rejected', 'edited', 'over', 'all'].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      {query.isError && reviews.length === 0 ? (
        <section className="card">
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </section>
      ) : query.isPending || (current === undefined && hasNextPage) ? (
        <section className="card">
          <Loading lines={8} />
        </section>
      ) : current === undefined ? (
        <section className="card">
          <Message title={isOpen ? 'Nothing to decide.' : 'Nothing here.'}>
            {isOpen
              ? 'Questions appear when an admission, a check or a learned rule needs a person.'
              : 'Choose another state.'}
          </Message>
        </section>
      ) : (
        <div className="grid reviews">
          <ReviewList
            reviews={reviews}
            countKind={(each) => ofState.find((one) => one.kind === each)?.reviews}
            mayDecide={mayDecide}
            current={current}
            selected={selected}
            onOpen={open}
            onToggle={toggle}
          />
          <ReviewDetail
            review={current}
            mayDecide={mayDecide}
            selected={[...selected]}
            similar={similar.filter(({ id: each }) => !selected.has(each)).length}
            onSelectSimilar={() => setSelected(new Set([...selected, ...similar.map((review) => review.id)]))}
            onClear={() => setSelected(new Set())}
            isEditing={isEditing}
            onEdit={setEditing}
            onDecide={decideAll}
            onSave={(value) => {
              decide([{ id: current.id, decision: 'edit', value }])
              open(reviews[index + 1] ?? reviews[index - 1])
            }}
          />
        </div>
      )}
    </div>
  )
}

/** Questions of the same kind that ask the same of another site, the current one among them. */
function findSimilar(reviews: readonly Review[], { kind, subject }: Review): readonly Review[] {
  const { what, where } = describeSubject(kind, subject)
  if (where === null) return []
  return reviews.filter((review) => review.kind === kind && describeSubject(kind, review.subject).what === what)
}
