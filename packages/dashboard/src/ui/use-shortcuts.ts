import { useEffect } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Single keys that act unless the user is typing. A dialog keeps them to itself. */
export function useShortcuts(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const action = actions[event.key]
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if (action === undefined || hasModifier || isTyping(event.target) || document.querySelector('dialog[open]'))
        return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
