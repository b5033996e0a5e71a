import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GetReviewOutput, Review } from '@canonist/client'
import { useState } from 'react'
import { reviewQuery } from '../../data/queries.ts'
import { StateChip } from '../../ui/chip.tsx'
import { Examples } from '../../ui/examples.tsx'
import { plural } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Time } from '../../ui/time.tsx'
import { BulkEffect } from './bulk-effect.tsx'
import { describeEffect } from './describe-effect.tsx'
import { describeDecisions } from './kinds.ts'

interface ReviewDetailProps {
  readonly review: Review
  readonly mayDecide: boolean
  /** The questions that the buttons decide together; none: this one. */
  readonly selected: readonly number[]
  /** How many questions of the same kind ask the same, and are not selected. */
  readonly similar: number
  readonly onSelectSimilar: () => void
  readonly onClear: () => void
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
  readonly onDecide: (decision: 'accept' | 'reject') => void
  readonly onSave: (value: unknown) => void
}

/** One question: its examples, and what each decision would change before it is made. */
export function ReviewDetail({ review, ...props }: ReviewDetailProps) {
  const query = useQuery(reviewQuery(review.id))
  return (
    <section className="card" aria-label="Question">
      <QueryView query={query} lines={8}>
        {(shown) => <Shown shown={shown} {...props} />}
      </QueryView>
    </section>
  )
}

function Shown({
  shown,
  mayDecide,
  selected,
  similar,
  onSelectSimilar,
  onClear,
  isEditing,
  onEdit,
  onDecide,
  onSave,
}: Omit<ReviewDetailProps, 'review'> & { readonly shown: GetReviewOutput }) {
  const [accept, reject] = describeDecisions(shown.kind)
  // One that is selected is not necessarily the one on the screen.
  const isBulk = selected.length > 1 || (selected.length === 1 && selected[0] !== shown.id)
  const together = isBulk ? ` ${selected.length}` : ''
  const all = plural(selected.length, 'question')
  return (
    <>
      <header>
        <h2 className="question-head">{shown.question}</h2>
      </header>
      <div className="pad stack">
        <p className="muted">
          {plural(shown.count, 'URL')} · first seen <Time at={shown.openedAt} /> <SubjectLink subject={shown.subject} />
        </p>
        {shown.examples.length > 0 && (
          <Examples
            texts={shown.examples}
            param={shown.kind === 'unknown_param' ? shown.subject.split(' ')[1] : undefined}
          />
        )}
        {shown.effects === null ? (
          <Decided shown={shown} />
        ) : (
          <div className="grid halves">
            <div className="option">
              <h3>{isBulk ? `Accept ${all}` : accept}</h3>
              <div className="s muted">
                {isBulk ? <BulkEffect ids={selected} decision="accept" /> : describeEffect(shown.effects.accept)}
              </div>
              {mayDecide && (
                <button className="button primary" type="button" onClick={() => onDecide('accept')}>
                  Accept{together} <kbd>a</kbd>
                </button>
              )}
            </div>
            <div className="option">
              <h3>{isBulk ? `Reject ${all}` : reject}</h3>
              <div className="s muted">
                {isBulk ? <BulkEffect ids={selected} decision="reject" /> : describeEffect(shown.effects.reject)}
              </div>
              {mayDecide && (
                <div className="row wrap">
                  <button className="button" type="button" onClick={() => onDecide('reject')}>
                    Reject{together} <kbd>r</kbd>
                  </button>
                  {shown.editable !== null && !isBulk && (
                    <button className="button" type="button" onClick={() => onEdit(true)}>
                      Edit <kbd>e</kbd>
                    </button>
                  )}
                </div>
              )}
            </div>
          </div>
        )}
        {mayDecide && isBulk && (
          <p className="s muted">
            Each side shows what a decision for {selected.length === 1 ? 'the' : 'all'} {all} that you selected changes.{' '}
            <button type="button" className="link" onClick={onClear}>
              Select none
            </button>
          </p>
        )}
        {mayDecide && similar > 1 && (
          <p className="s muted">
            {plural(similar - (selected.length > 0 ? 0 : 1), 'more question')} like this one:{' '}
            <button type="button" className="link" onClick={onSelectSimilar}>
              decide them together
            </button>
          </p>
        )}
        {isEditing && shown.editable !== null && (
          <Edit takes={shown.editable} onCancel={() => onEdit(false)} onSave={onSave} />
        )}
      </div>
    </>
  )
}

/** Leads to what the question is about, where its subject begins with a URL or a host. */
function SubjectLink({ subject }: { readonly subject: string }) {
  const [first = ''] = subject.split(' ')
  const name = first.replace(/:$/, '')
  if (/^https?:\/\//i.test(name))
    return (
      <>
        {'· '}
        <Link to="/url" search={{ u: name }}>
          open the URL
        </Link>
      </>
    )
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return null
  return (
    <>
      {'· '}
      <Link to="/pages" search={{ host: name }}>
        pages of {name}
      </Link>
    </>
  )
}

function Decided({ shown }: { readonly shown: GetReviewOutput }) {
  return (
    <p className="row wrap">
      <StateChip state={shown.state} />
      {shown.decidedBy !== null && <span className="muted">by {shown.decidedBy}</span>}
      {shown.decidedAt !== null && <Time at={shown.decidedAt} />}
      {shown.why !== null && <span className="muted">“{shown.why}”</span>}
    </p>
  )
}

interface EditProps {
  readonly takes: string
  readonly onCancel: () => void
  readonly onSave: (value: unknown) => void
}

/** Decides with a value of one's own. */
function Edit({ takes, onCancel, onSave }: EditProps) {
  const [text, setText] = useState('')
  return (
    <form
      className="option stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(readValue(text))
      }}
    >
      <label className="stack">
        <span className="s">Instead: {takes}</span>
        {/* The form was opened by a key or a button for this field. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <textarea
          className="input mono"
          rows={3}
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="row">
        <button className="button primary" type="submit" disabled={text.trim() === ''}>
          Save
        </button>
        <button className="button" type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

/** JSON where it is JSON, else the text itself. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text.trim()
  }
}
