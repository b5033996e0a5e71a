import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { StartRunInput } from 'canonist/client'
import { useRef } from 'react'
import { client } from '../../data/client.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Starts a run: a file that is added, a check of all links, or work on the queue. */
export function StartRun() {
  const file = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const start = useMutation({
    mutationFn: (input: StartRunInput) => client.startRun(input),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['runs'] })
      await navigate({ to: '/runs/$id', params: { id: String(id) } })
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  const upload = useMutation({
    mutationFn: (body: File) => client.upload({ name: body.name, body }),
    onSuccess: ({ id }) => start.mutate({ kind: 'ingest', options: { upload: id } }),
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  const isBusy = start.isPending || upload.isPending
  return (
    <div className="row wrap">
      <input
        ref={file}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="A list of URLs"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen !== undefined) upload.mutate(chosen)
          event.target.value = ''
        }}
      />
      <button className="button primary" type="button" disabled={isBusy} onClick={() => file.current?.click()}>
        {upload.isPending ? 'Uploading…' : 'Add a list of URLs…'}
      </button>
      <button
        className="button"
        type="button"
        disabled={isBusy}
        onClick={() => start.mutate({ kind: 'check', options: {} })}
      >
        Check links that are due
      </button>
      <button
        className="button"
        type="button"
        disabled={isBusy}
        onClick={() => start.mutate({ kind: 'work', options: {} })}
      >
        Work on the queue
      </button>
      <button
        className="button"
        type="button"
        disabled={isBusy}
        onClick={() => start.mutate({ kind: 'learn', options: {} })}
      >
        Learn rules
      </button>
    </div>
  )
}
