import type { ReactNode } from 'react'
import { spellWord } from './format.ts'

interface FiltersProps {
  /** The active filters by name; those without a value are not shown. */
  readonly active: Readonly<Record<string, string | undefined>>
  readonly onRemove: (name: string) => void
  readonly children?: ReactNode
}

/** The active filters, each of which can be removed, and the controls that add others. */
export function Filters({ active, onRemove, children }: FiltersProps) {
  const chips = Object.entries(active).filter((entry): entry is [string, string] => entry[1] !== undefined)
  if (chips.length === 0 && children === undefined) return null
  return (
    <div className="row wrap pad">
      {chips.map(([name, value]) => (
        <span className="field" key={name}>
          {name} <b>{spellWord(value)}</b>
          <button type="button" aria-label={`Remove the filter ${name}`} onClick={() => onRemove(name)}>
            ×
          </button>
        </span>
      ))}
      {children}
    </div>
  )
}
