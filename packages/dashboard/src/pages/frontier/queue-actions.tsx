import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CountFrontierUrlsInput } from '@canonist/client'
import { useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { useMay } from '../../data/use-caller.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount, plural } from '../../ui/format.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { changeInPortions, type QueueAction } from './change-in-portions.ts'
import { describeFilter, type QueueFilter } from './queue-filter.ts'

/**
 * Acts on everything that the filters match, loaded or not. Without a filter there is nothing to press, so that no one empties the whole
 * queue by accident; and nothing for leased URLs, which belong to their workers.
 */
export function QueueActions({ filter }: { readonly filter: QueueFilter }) {
  const [isForgetting, setForgetting] = useState(false)
  const [changed, setChanged] = useState(0)
  const stop = useRef(new AbortController())
  const queries = useQueryClient()
  const { data: counted } = useQuery({
    queryKey: ['frontier', 'count', filter],
    queryFn: ({ signal }) => client.countFrontierUrls(filter as CountFrontierUrlsInput, { signal }),
    enabled: Object.values(filter).some((value) => value !== undefined) && filter.state !== 'leased',
  })
  const act = useMutation({
    mutationFn: (action: QueueAction) => {
      stop.current = new AbortController()
      setChanged(0)
      return changeInPortions(action, filter, { signal: stop.current.signal, onProgress: setChanged })
    },
    onSuccess: (count, action) => {
      const end = stop.current.signal.aborted ? ' Stopped; the others are as they were.' : ''
      showToast(`${plural(count, 'URL')} ${action === 'requeue' ? 'due again' : 'forgotten'}.${end}`)
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['frontier'] }),
  })
  const mayWrite = useMay('write')
  if (act.isPending)
    return (
      <span className="row wrap end s" role="status">
        {act.variables === 'requeue' ? 'Requeued' : 'Forgot'} {formatCount(changed)}
        {counted?.isComplete === true && ` of ${formatCount(counted.urls)}`} …
        <button className="button" type="button" onClick={() => stop.current.abort()}>
          Stop
        </button>
      </span>
    )
  if (counted === undefined || counted.urls === 0) return null
  const { urls, isComplete } = counted
  const all = isComplete ? plural(urls, 'URL') : `more than ${plural(urls, 'URL')}`
  const count = isComplete ? formatCount(urls) : `all ${formatCount(urls)}+`
  return (
    <span className="row wrap end">
      <span className="faint xs">{all}</span>
      {mayWrite && (
        <>
          <button className="button danger" type="button" onClick={() => setForgetting(true)}>
            Forget {count}…
          </button>
          <button className="button primary" type="button" onClick={() => act.mutate('requeue')}>
            Requeue {count}
          </button>
        </>
      )}
      {isForgetting && (
        <ConfirmDialog
          title={`Forget ${all}?`}
          action={`Forget ${count}`}
          onConfirm={() => act.mutate('forget')}
          onClose={() => setForgetting(false)}
        >
          All URLs{describeFilter(filter)} leave the queue with their history, also those that the list has not loaded.
          The registry keeps their pages. This cannot be undone.
        </ConfirmDialog>
      )}
    </span>
  )
}
