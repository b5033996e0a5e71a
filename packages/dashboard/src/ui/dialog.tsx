import { useEffect, useRef, type ReactNode } from 'react'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  /** The buttons; each closes the dialog. Without them there is one that says so. */
  readonly buttons?: ReactNode
}

/** A window over the page. Escape closes it. */
export function Dialog({ title, children, onClose, buttons }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={title}>
      <form method="dialog" className="stack">
        <h1>{title}</h1>
        {children}
        <div className="row">
          {buttons ?? (
            <button className="button" type="submit">
              Close
            </button>
          )}
        </div>
      </form>
    </dialog>
  )
}
