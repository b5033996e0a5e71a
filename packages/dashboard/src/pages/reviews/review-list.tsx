import type { Review } from 'canonist/client'
import { useEffect, useRef } from 'react'
import { plural } from '../../ui/format.ts'
import { describeKind } from './kinds.ts'

interface ReviewListProps {
  readonly reviews: readonly Review[]
  readonly current: Review
  readonly selected: ReadonlySet<number>
  readonly onOpen: (review: Review) => void
  readonly onToggle: (review: Review) => void
}

/** The questions, those of one cause together. */
export function ReviewList({ reviews, current, selected, onOpen, onToggle }: ReviewListProps) {
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
            {describeKind(kind)} · {members.length}
          </h2>
          {members.map((review) => (
            <div className="question" key={review.id} aria-current={review.id === current.id ? 'true' : undefined}>
              <input
                type="checkbox"
                aria-label={`Select ${review.subject}`}
                checked={selected.has(review.id)}
                onChange={() => onToggle(review)}
              />
              <button type="button" onClick={() => onOpen(review)}>
                <b>{review.subject}</b>
                <span className="muted">{plural(review.count, 'URL')}</span>
              </button>
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}
