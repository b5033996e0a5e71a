import type { Review } from '@canonist/client'
import { memo, useEffect, useRef } from 'react'
import { formatCount, plural } from '../../ui/format.ts'
import { describeKind, describeSubject } from './kinds.ts'

interface ReviewListProps {
  readonly reviews: readonly Review[]
  /** How many there are of a kind, as far as the server has said so. */
  readonly countKind: (kind: string) => number | undefined
  readonly mayDecide: boolean
  readonly current: Review
  readonly selected: ReadonlySet<number>
  readonly onOpen: (review: Review) => void
  readonly onToggle: (review: Review) => void
}

/** The questions, those of one cause together. */
export function ReviewList({ reviews, countKind, mayDecide, current, selected, onOpen, onToggle }: ReviewListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise here, which React would take for a function that cleans up.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current.id])
  const groups = Map.groupBy(reviews, ({ kind }) => kind)
  return (
    <section className="card questions" ref={list} aria-label="Questions">
      {[...groups].map(([kind, members]) => (
        <div key={kind}>
          <h2 className="group">
            {describeKind(kind)} · {formatCount(countKind(kind) ?? members.length)}
          </h2>
          {members.map((review) => (
            <Question
              key={review.id}
              review={review}
              isCurrent={review.id === current.id}
              isSelected={mayDecide ? selected.has(review.id) : undefined}
              onOpen={onOpen}
              onToggle={onToggle}
            />
          ))}
        </div>
      ))}
    </section>
  )
}

interface QuestionProps extends Pick<ReviewListProps, 'onOpen' | 'onToggle'> {
  readonly review: Review
  readonly isCurrent: boolean
  /** Undefined where nothing can be selected. */
  readonly isSelected: boolean | undefined
}

/** Drawn again only when it changes: a key that moves to the next question changes two of many. */
const Question = memo(function Question({ review, isCurrent, isSelected, onOpen, onToggle }: QuestionProps) {
  const { what, where } = describeSubject(review.kind, review.subject)
  return (
    <div className="question" data-id={review.id} aria-current={isCurrent ? 'true' : undefined}>
      {isSelected !== undefined && (
        <input
          type="checkbox"
          aria-label={`Select ${review.subject}`}
          checked={isSelected}
          onChange={() => onToggle(review)}
        />
      )}
      <button type="button" onClick={() => onOpen(review)}>
        <b>{what}</b>
        <span className="muted">
          {where !== null && `${where} · `}
          {plural(review.count, 'URL')}
        </span>
      </button>
    </div>
  )
})
