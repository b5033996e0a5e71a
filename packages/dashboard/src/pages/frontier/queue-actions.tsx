import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequeueFrontierUrlsInput } from 'canonist/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount, plural } from '../../ui/format.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'

type QueueFilter = { readonly [Name in 'state' | 'reason' | 'host' | 'q']?: string | undefined }

/** Acts on everything that the filters show. Without a filter there is nothing to press, so that nobody empties the whole queue by accident. */
export function QueueActions({ filter: { q, ...filter } }: { readonly filter: QueueFilter }) {
  const [isForgetting, setForgetting] = useState(false)
  const queries = useQueryClient()
  const selection = filter as RequeueFrontierUrlsInput
  const hasFilter = Object.keys(filter).length > 0
  const counted = useQuery({
    queryKey: ['frontier', 'count', selection],
    queryFn: async ({ signal }) => {
      let urls = 0
      for await (const row of client.getFrontierReasons.all({ ...selection, limit: 500 }, { signal })) urls += row.urls
      return urls
    },
    enabled: hasFilter && q === undefined,
  })
  const act = useMutation({
    mutationFn: async (action: 'requeue' | 'forget') =>
      action === 'requeue'
        ? (await client.requeueFrontierUrls(selection)).requeued
        : (await client.forgetFrontierUrls(selection)).forgotten,
    onSuccess: (count, action) => {
      showToast(action === 'requeue' ? `${plural(count, 'URL')} due again.` : `${plural(count, 'URL')} forgotten.`)
      return queries.invalidateQueries({ queryKey: ['frontier'] })
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  if (!hasFilter || q !== undefined || counted.data === undefined || counted.data === 0) return null
  const count = formatCount(counted.data)
  return (
    <span className="row end">
      <span className="faint xs">{plural(counted.data, 'URL')}</span>
      <button className="button danger" type="button" disabled={act.isPending} onClick={() => setForgetting(true)}>
        Forget {count}…
      </button>
      <button className="button primary" type="button" disabled={act.isPending} onClick={() => act.mutate('requeue')}>
        Requeue {count}
      </button>
      {isForgetting && (
        <ConfirmDialog
          title={`Forget ${plural(counted.data, 'URL')}?`}
          action={`Forget ${count}`}
          onConfirm={() => act.mutate('forget')}
          onClose={() => setForgetting(false)}
        >
          They leave the queue with their history. The registry keeps their pages. This cannot be undone.
        </ConfirmDialog>
      )}
    </span>
  )
}
