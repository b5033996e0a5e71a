import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Run, StartRunInput } from '@canonist/client'
import { client } from '../../data/client.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Starts a run, and opens its page. */
export function useStartRun(): UseMutationResult<Run, Error, StartRunInput> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (input: StartRunInput) => client.startRun(input),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['runs'] })
      await navigate({ to: '/runs/$id', params: { id: String(id) } })
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
}
