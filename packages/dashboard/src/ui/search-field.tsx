import { useEffect, useState } from 'react'

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Waits this long after the last key, so that a word is not searched letter by letter. */
const PAUSE_MS = 250

/** A text that filters a list while it is typed. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text !== value) onChange(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder={`${label}…`}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
