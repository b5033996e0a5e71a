import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

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
  return (
    <Dialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <button className="button danger" type="submit" onClick={onConfirm}>
            {action}
          </button>
          <button className="button" type="submit">
            Cancel
          </button>
        </>
      }
    >
      <div className="muted">{children}</div>
    </Dialog>
  )
}
