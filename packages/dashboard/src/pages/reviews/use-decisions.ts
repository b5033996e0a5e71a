import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DecideReviewsInput } from 'canonist/client'
import { useRef } from 'react'
import { client } from '../../data/client.ts'
import { plural } from '../../ui/format.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'

export type ReviewDecision = DecideReviewsInput['decisions'][number]

const WORDS = { accept: 'accepted', reject: 'rejected', edit: 'edited' } as const

/** Decides reviews, and takes the last decisions back. */
export function useDecisions(): {
  readonly decide: (decisions: readonly ReviewDecision[]) => void
  readonly undoLast: () => void
} {
  const queries = useQueryClient()
  const last = useRef<readonly number[]>([])
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['status'] })
    await queries.invalidateQueries({ queryKey: ['reviews'] })
  }
  const undo = useMutation({
    mutationFn: (ids: readonly number[]) => Promise.all(ids.map((id) => client.undoDecision({ id }))),
    onSuccess: (undone) => showToast(`Took back ${plural(undone.length, 'decision')}.`),
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
    onSettled: refresh,
  })
  const decide = useMutation({
    mutationFn: (decisions: readonly ReviewDecision[]) => client.decideReviews({ decisions }),
    onSuccess: ({ items }, decisions) => {
      const refused = items.filter((item) => !item.ok)
      const done = items.filter((item) => item.ok).map(({ id }) => id)
      last.current = done
      const word = WORDS[decisions[0]?.decision ?? 'accept']
      if (done.length > 0) showToast(`${plural(done.length, 'question')} ${word}.`, () => undo.mutate(done))
      if (refused.length > 0) showToast(`${plural(refused.length, 'decision')} refused: ${refused[0]?.message ?? ''}`)
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
    onSettled: refresh,
  })
  return {
    decide: (decisions) => {
      if (decisions.length > 0) decide.mutate(decisions)
    },
    undoLast: () => {
      if (last.current.length === 0) return showToast('Nothing to take back.')
      undo.mutate(last.current)
      last.current = []
    },
  }
}
