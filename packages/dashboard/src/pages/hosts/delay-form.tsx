import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { HostDetails } from '@canonist/client'
import { useState, type FormEvent } from 'react'
import { client } from '../../data/client.ts'
import { hostQuery } from '../../data/queries.ts'
import { formatDuration } from '../../ui/format.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Sets the minimum time between two requests to a host by hand, or leaves it to the processes again. The toast offers to undo it. */
export function DelayForm({ details: { host, ownDelayMs } }: { readonly details: HostDetails }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const set = useMutation({
    mutationFn: (delay: string | null) => client.setHostDelay({ host, delay }),
    onSuccess: (after) => {
      queries.setQueryData(hostQuery(host).queryKey, after)
      setText('')
      const before = ownDelayMs === null ? null : `${ownDelayMs}ms`
      showToast(
        after.ownDelayMs === null
          ? `Workers decide the pace of ${host} again.`
          : `${host} gets one request every ${formatDuration(after.ownDelayMs)}.`,
        () => set.mutate(before),
      )
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    set.mutate(text.trim())
  }
  return (
    <form className="row wrap delay" onSubmit={submit}>
      <input
        className="input"
        aria-label="Minimum time between two requests"
        placeholder="5s, 2m"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button className="button" type="submit" disabled={text.trim() === '' || set.isPending}>
        Set delay
      </button>
      {ownDelayMs !== null && (
        <button className="button" type="button" disabled={set.isPending} onClick={() => set.mutate(null)}>
          Leave it to the workers
        </button>
      )}
    </form>
  )
}
