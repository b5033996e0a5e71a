import { useEffect, useRef, type ReactNode } from 'react'

interface ConfirmDialogProps {
  readonly title: string
  /** The word on the button: what it does, and to how many. */
  readonly action: string
  readonly children: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, action, children, onConfirm, onClose }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={title}>
      <form method="dialog" className="stack">
        <h1>{title}</h1>
        <div className="muted">{children}</div>
        <div className="row">
          <button className="button danger" type="submit" onClick={onConfirm}>
            {action}
          </button>
          <button className="button" type="submit">
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}
