import { CanonistError } from '@canonist/client'
import type { ReactNode } from 'react'

/** Bars where text will be, so that nothing moves when it comes. */
export function Loading({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="loading" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} />
      ))}
    </div>
  )
}

interface MessageProps {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Says why there is nothing to see, and what to do. */
export function Message({ title, children, action }: MessageProps) {
  return (
    <div className="message">
      <h3>{title}</h3>
      {children !== undefined && <p className="muted s">{children}</p>}
      {action}
    </div>
  )
}

/** What went wrong, in the words of the server: problem and fix. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: (() => void) | undefined }) {
  const { title, text } = describeError(error)
  return (
    <div role="alert">
      <Message
        title={title}
        action={
          onRetry && (
            <button className="button" type="button" onClick={onRetry}>
              Try again
            </button>
          )
        }
      >
        {text}
      </Message>
    </div>
  )
}

export function describeError(error: unknown): { readonly title: string; readonly text: string } {
  if (error instanceof CanonistError) return { title: error.detail, text: error.fix }
  return { title: 'The dashboard has failed.', text: error instanceof Error ? error.message : String(error) }
}
