import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StoredUpload } from '@canonist/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { uploadsQuery } from '../../data/queries.ts'
import { useMay } from '../../data/use-caller.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatBytes } from '../../ui/format.ts'
import { describeError } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import './runs.css'

/** The uploads that are still there: one goes when its run is done. Nothing without any. */
export function Uploads() {
  const { data } = useQuery(uploadsQuery)
  const mayWrite = useMay('write')
  const [chosen, setChosen] = useState<StoredUpload | null>(null)
  const remove = useDeleteUpload()
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card title="Uploads" note="removed when their run is done, or after 7 days without use">
      <table className="s uploads">
        <thead>
          <tr>
            <th>file</th>
            <th className="num">size</th>
            <th>by</th>
            <th>run</th>
            <th className="num">uploaded</th>
            {mayWrite && <th aria-label="action" />}
          </tr>
        </thead>
        <tbody>
          {items.map((upload) => (
            <tr key={upload.id}>
              <td>{upload.name}</td>
              <td className="num">{formatBytes(upload.bytes)}</td>
              <td>{upload.uploadedBy}</td>
              <td>
                <UsedBy upload={upload} />
              </td>
              <td className="num">
                <Time at={upload.createdAt} />
              </td>
              {mayWrite && (
                <td className="num">
                  <button className="link" type="button" disabled={remove.isPending} onClick={() => setChosen(upload)}>
                    delete<span className="visually-hidden"> {upload.name}</span>
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {chosen !== null && (
        <ConfirmDialog
          title={`Delete ${chosen.name}?`}
          action={`Delete 1 upload (${formatBytes(chosen.bytes)})`}
          onConfirm={() => remove.mutate(chosen)}
          onClose={() => setChosen(null)}
        >
          {chosen.run === null
            ? 'No run has used it.'
            : `Run ${chosen.run} cannot be resumed without it. Pages that it has added stay.`}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function UsedBy({ upload: { isComplete, run } }: { readonly upload: StoredUpload }) {
  if (!isComplete) return <span className="muted">uploading…</span>
  if (run === null) return <span className="faint">none yet</span>
  return (
    <Link to="/runs/$id" params={{ id: String(run) }}>
      run {run}
    </Link>
  )
}

function useDeleteUpload() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: StoredUpload) => client.deleteUpload({ id }),
    onSuccess: (_, { name }) => showToast(`${name} deleted.`),
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
    onSettled: () => queries.invalidateQueries({ queryKey: uploadsQuery.queryKey }),
  })
}
