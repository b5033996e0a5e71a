import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Adds a URL to the registry. */
export function AddButton({ url }: { readonly url: string }) {
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: () => client.addUrls({ urls: [url] }),
    onSuccess: () => {
      showToast('Added to the registry.')
      return queries.invalidateQueries({ queryKey: ['pages'] })
    },
    onError: (error) => showToast(describeError(error).title),
  })
  return (
    <button className="button" type="button" disabled={add.isPending} onClick={() => add.mutate()}>
      Add to the registry
    </button>
  )
}
