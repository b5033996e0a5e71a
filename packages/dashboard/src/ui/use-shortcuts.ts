import { useEffect, useLayoutEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Single keys that act unless the user is typing. A dialog keeps them to itself. */
export function useShortcuts(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions)
  // With the change of the document, not after it: the next key may come at once, and must act on what is on the screen.
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const action = latest.current[event.key]
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if (action === undefined || hasModifier || isTyping(event.target) || document.querySelector('dialog[open]'))
        return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
