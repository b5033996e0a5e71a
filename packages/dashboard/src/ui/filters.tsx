import type { ReactNode } from 'react'

interface FiltersProps {
  /** The active filters by name; those without a value are not shown. */
  readonly active: Readonly<Record<string, string | undefined>>
  readonly onRemove: (name: string) => void
  readonly children?: ReactNode
}

/** The active filters, each of which can be removed, and the controls that add others. */
export function Filters({ active, onRemove, children }: FiltersProps) {
  return (
    <div className="row wrap pad">
      {Object.entries(active).map(
        ([name, value]) =>
          value !== undefined && (
            <span className="field" key={name}>
              {name} <b>{value.replaceAll('_', ' ')}</b>
              <button type="button" aria-label={`Remove the filter ${name}`} onClick={() => onRemove(name)}>
                ×
              </button>
            </span>
          ),
      )}
      {children}
    </div>
  )
}
