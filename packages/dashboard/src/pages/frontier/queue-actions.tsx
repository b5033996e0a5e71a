import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequeueFrontierUrlsInput } from 'canonist/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { useMay } from '../../data/use-caller.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount, plural } from '../../ui/format.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'

type QueueFilter = { readonly [Name in 'state' | 'reason' | 'host' | 'q']?: string | undefined }

interface QueueActionsProps {
  readonly filter: QueueFilter
  /** The ids of the rows that the list has loaded. */
  readonly loaded: readonly number[]
}

/** As many as one request takes. */
const MAX_IDS = 10_000

/**
 * Acts on everything that the filters show; with a text, on the rows that are loaded. Without a filter there is nothing to press, so that
 * no one empties the whole queue by accident.
 */
export function QueueActions({ filter: { q, ...filter }, loaded }: QueueActionsProps) {
  const [isForgetting, setForgetting] = useState(false)
  const queries = useQueryClient()
  const ids = q === undefined ? undefined : loaded.slice(0, MAX_IDS)
  const selection = (ids === undefined ? filter : { ...filter, ids }) as RequeueFrontierUrlsInput
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
  const mayWrite = useMay('write')
  const urls = ids?.length ?? counted.data ?? 0
  if (urls === 0) return null
  const count = formatCount(urls)
  return (
    <span className="row wrap end">
      <span className="faint xs">
        {plural(urls, 'URL')}
        {ids !== undefined && ' loaded'}
      </span>
      {mayWrite && (
        <>
          <button className="button danger" type="button" disabled={act.isPending} onClick={() => setForgetting(true)}>
            Forget {count}…
          </button>
          <button
            className="button primary"
            type="button"
            disabled={act.isPending}
            onClick={() => act.mutate('requeue')}
          >
            Requeue {count}
          </button>
        </>
      )}
      {isForgetting && (
        <ConfirmDialog
          title={`Forget ${plural(urls, 'URL')}?`}
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
