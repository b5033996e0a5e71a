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

interface Option {
  readonly value: string
  readonly rows: number
}

interface FilterSelectProps {
  readonly name: string
  /** For no filter. */
  readonly all: string
  readonly value: string | undefined
  /** The words, and how many rows each would show. */
  readonly options: readonly Option[]
  /** Whether several words may be chosen, which the value has separated by commas. */
  readonly isSeveral?: boolean
  readonly onChange: (value: string | undefined) => void
}

/** A filter with a closed list of words, each with the number of its rows. */
export function FilterSelect({ name, all, value, options, isSeveral = false, onChange }: FilterSelectProps) {
  const isListed = value === undefined || options.some((option) => option.value === value)
  const chosen = value?.split(',') ?? []
  const others = options.filter((option) => !chosen.includes(option.value))
  return (
    <FilterField name={name} isActive={value !== undefined} onRemove={() => onChange(undefined)}>
      <select
        aria-label={name}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      >
        <option value="">{all}</option>
        {!isListed && <option value={value}>{chosen.map(spellWord).join(', ')}</option>}
        <Options options={options} />
        {isSeveral && chosen.length > 0 && others.length > 0 && (
          <optgroup label="as well">
            <Options options={others} before={`${value},`} sign="+ " />
          </optgroup>
        )}
      </select>
    </FilterField>
  )
}

interface OptionsProps {
  readonly options: readonly Option[]
  /** What the value has already. */
  readonly before?: string
  readonly sign?: string
}

const Options = ({ options, before = '', sign = '' }: OptionsProps) =>
  options.map(({ value, rows }) => (
    <option key={value} value={before + value}>
      {sign}
      {spellWord(value)} ({formatCount(rows)})
    </option>
  ))
