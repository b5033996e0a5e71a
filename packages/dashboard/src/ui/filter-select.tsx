import type { ReactNode } from 'react'
import { formatCount, spellWord } from './format.ts'
import './filter-select.css'

interface FilterFieldProps {
  /** As the page calls the filter. */
  readonly name: string
  readonly isActive: boolean
  readonly onRemove: () => void
  /** The control; its name must be that of the filter. */
  readonly children: ReactNode
}

/** A filter in the look of a chip: its control stays where it is, and a button removes what was chosen. */
export const FilterField = ({ name, isActive, onRemove, children }: FilterFieldProps) => (
  <span className={isActive ? 'field filter active' : 'field filter'}>
    <span aria-hidden="true">{name}</span>
    {children}
    {isActive && (
      <button type="button" aria-label={`Remove the filter ${name}`} onClick={onRemove}>
        ×
      </button>
    )}
  </span>
)

interface FilterSelectProps {
  readonly name: string
  /** For no filter. */
  readonly all: string
  readonly value: string | undefined
  /** The words, and how many rows each would show. */
  readonly options: readonly { readonly value: string; readonly rows: number }[]
  readonly onChange: (value: string | undefined) => void
}

/** A filter with a closed list of words, each with the number of its rows. */
export function FilterSelect({ name, all, value, options, onChange }: FilterSelectProps) {
  const isListed = value === undefined || options.some((option) => option.value === value)
  return (
    <FilterField name={name} isActive={value !== undefined} onRemove={() => onChange(undefined)}>
      <select
        aria-label={name}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      >
        <option value="">{all}</option>
        {!isListed && <option value={value}>{spellWord(value)}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {spellWord(option.value)} ({formatCount(option.rows)})
          </option>
        ))}
      </select>
    </FilterField>
  )
}
