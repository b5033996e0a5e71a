import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { client } from '../../data/client.ts'
import { FilterField } from '../../ui/filter-select.tsx'

interface HostFieldProps {
  readonly value: string | undefined
  readonly onChange: (host: string | undefined) => void
}

/** Waits this long after the last key, so that hosts are not searched letter by letter. */
const PAUSE_MS = 250
const MAX_SUGGESTED = 10

/** A whole host, with suggestions. It filters when it is complete: chosen from the list, or confirmed with Enter or by leaving the field. */
export function HostField({ value = '', onChange }: HostFieldProps) {
  const [text, setText] = useState(value)
  const [start, setStart] = useState('')
  const list = useId()
  useEffect(() => setText(value), [value])
  useEffect(() => {
    const timer = setTimeout(() => setStart(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    queryKey: ['hosts', 'suggested', start],
    queryFn: ({ signal }) => client.listHosts({ q: start, limit: MAX_SUGGESTED }, { signal }),
    enabled: start !== '' && start !== value,
  })
  const hosts = data?.items.map(({ host }) => host) ?? []
  const confirm = (host: string): void => {
    const wanted = host.trim().toLowerCase()
    if (wanted !== value) onChange(wanted === '' ? undefined : wanted)
  }
  return (
    <FilterField name="host" isActive={value !== ''} onRemove={() => onChange(undefined)}>
      <input
        aria-label="host"
        placeholder="every host"
        autoComplete="off"
        spellCheck={false}
        list={list}
        value={text}
        onChange={({ target, nativeEvent }) => {
          setText(target.value)
          // A suggestion replaces the whole text; keys insert letters.
          const isTyped = 'inputType' in nativeEvent && nativeEvent.inputType === 'insertText'
          if (!isTyped && hosts.includes(target.value)) confirm(target.value)
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') confirm(text)
        }}
        onBlur={() => confirm(text)}
      />
      <datalist id={list}>
        {hosts.map((host) => (
          <option key={host} value={host} />
        ))}
      </datalist>
    </FilterField>
  )
}
