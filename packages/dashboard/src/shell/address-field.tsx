import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useShortcuts } from '../ui/use-shortcuts.ts'

/** On every page: any URL leads to its own page. */
export function AddressField() {
  const { u = '' } = useSearch({ strict: false })
  const [text, setText] = useState(u)
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useEffect(() => setText(u), [u])
  useShortcuts({ '/': () => input.current?.select() })

  function open(url: string): void {
    if (url.trim() !== '') void navigate({ to: '/url', search: { u: url.trim() } })
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    open(text)
  }
  return (
    <form className="address" role="search" onSubmit={submit}>
      <input
        ref={input}
        type="text"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        aria-label="URL"
        placeholder="Paste any URL to see what Canonist knows about it"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          // Pasting into an empty field is a question; pasting into a text is editing.
          if (event.currentTarget.value !== '' && event.currentTarget.selectionStart !== 0) return
          event.preventDefault()
          setText(pasted.trim())
          open(pasted)
        }}
      />
      <span className="hint">
        <kbd>/</kbd>
      </span>
    </form>
  )
}
