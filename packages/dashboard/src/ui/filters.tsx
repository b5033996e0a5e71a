import type { ReactNode } from 'react'
import { spellWord } from './format.ts'

interface FiltersProps {
  /** The active filters by name; those without a value are not shown. */
  readonly active: Readonly<Record<string, string | undefined>>
  readonly onRemove: (name: string) => void
  readonly children?: ReactNode
}

interface FilterChipProps {
  readonly name: string
  readonly value: string
  readonly onRemove: () => void
}

/** One active filter, and the button that removes it. */
export const FilterChip = ({ name, value, onRemove }: FilterChipProps) => (
  <span className="field">
    {name} <b title={value}>{value}</b>
    <button type="button" aria-label={`Remove the filter ${name}`} onClick={onRemove}>
      ×
    </button>
  </span>
)

/** Filters whose name in the address is not what the page calls them. */
const NAMES: Readonly<Record<string, string>> = { linkType: 'kind', prefix: 'begins with' }

/** The active filters, each of which can be removed, and the controls that add others. */
export function Filters({ active, onRemove, children }: FiltersProps) {
  const chips = Object.entries(active).filter((entry): entry is [string, string] => entry[1] !== undefined)
  if (chips.length === 0 && children === undefined) return null
  return (
    <div className="row wrap pad">
      {chips.map(([name, value]) => (
        <FilterChip
          key={name}
          name={NAMES[name] ?? name}
          value={name === 'host' ? value : spellWord(value)}
          onRemove={() => onRemove(name)}
        />
      ))}
      {children}
    </div>
  )
}
