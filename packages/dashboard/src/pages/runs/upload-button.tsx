import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { client } from '../../data/client.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useStartRun } from './use-start-run.ts'

/** Uploads a list of URLs and adds it to the registry, as a run. */
export function UploadButton() {
  const file = useRef<HTMLInputElement>(null)
  const start = useStartRun()
  const upload = useMutation({
    mutationFn: (body: File) => client.upload({ name: body.name, body }),
    onSuccess: ({ id }) => start.mutate({ kind: 'ingest', options: { upload: id } }),
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  const isBusy = upload.isPending || start.isPending
  return (
    <>
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
    </>
  )
}
