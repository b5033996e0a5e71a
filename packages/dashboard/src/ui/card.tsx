import type { ReactNode } from 'react'

interface CardProps {
  readonly title: ReactNode
  /** A few words after the title. */
  readonly note?: ReactNode
  /** At the right end of the header: links or buttons. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly padded?: boolean
}

/** A titled part of a page. */
export function Card({ title, note, actions, children, padded = false }: CardProps) {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        {note !== undefined && <span className="faint xs">{note}</span>}
        {actions !== undefined && <span className="end row wrap xs">{actions}</span>}
      </header>
      {padded ? <div className="pad">{children}</div> : children}
    </section>
  )
}
