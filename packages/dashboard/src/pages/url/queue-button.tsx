import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMay } from '../../data/use-caller.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'

interface QueueButtonProps {
  readonly words: string
  readonly act: () => Promise<unknown>
}

/** Makes one URL due; for those who may write. */
export function QueueButton({ words, act }: QueueButtonProps) {
  const queries = useQueryClient()
  const mayWrite = useMay('write')
  const change = useMutation({
    mutationFn: act,
    onSuccess: () => {
      showToast('The URL is due now.')
      return queries.invalidateQueries()
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  return (
    mayWrite && (
      <button className="button start" type="button" disabled={change.isPending} onClick={() => change.mutate()}>
        {words}
      </button>
    )
  )
}
