import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DecideReviewsInput, DecideReviewsOutput } from '@canonist/client'
import { useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { plural } from '../../ui/format.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'

export type ReviewDecision = DecideReviewsInput['decisions'][number]

/** Reviews that were decided with one key or button, and are taken back together. */
interface Step {
  readonly decisions: readonly ReviewDecision[]
  /** Those that the server took; it may refuse some. */
  taken: readonly number[]
}

/** As many as one request takes. */
const MAX_AT_ONCE = 500

const WORDS = { accept: 'accepted', reject: 'rejected', edit: 'edited' } as const

/** One request after the other: keys come faster than answers, and an undo must find its decision. */
const SERIAL = { mutationKey: ['decisions'], scope: { id: 'decisions' } }

/**
 * Decides reviews, and takes decisions back, the last one first.
 *
 * Decided reviews count as settled at once, so that the next key acts on the next one. When the last answer is there, the list is read
 * again, and says so itself.
 *
 * @param onUndone gets the reviews that are open again
 */
export function useDecisions(onUndone: (ids: readonly number[]) => void): {
  readonly decide: (decisions: readonly ReviewDecision[]) => void
  readonly undoLast: () => void
  /** Reviews that are decided although the list may still have them. */
  readonly settled: ReadonlySet<number>
} {
  const queries = useQueryClient()
  const steps = useRef<Step[]>([])
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set())
  const onError = (error: unknown): void => showToast(`${describeError(error).title} ${describeError(error).text}`)
  const hasMore = (): boolean => queries.isMutating({ mutationKey: SERIAL.mutationKey }) > 1
  // The next request waits for this, so no list is read while a decision is on its way.
  const onSettled = async (): Promise<void> => {
    if (hasMore()) return
    await queries.invalidateQueries({ queryKey: ['status'] })
    await queries.invalidateQueries({ queryKey: ['reviews'] })
    if (!hasMore()) setSettled(new Set())
  }
  const undo = useMutation({
    ...SERIAL,
    mutationFn: ({ taken }: Step) => Promise.all(taken.map((id) => client.undoDecision({ id }))),
    onSuccess: (undone, { taken }) => {
      showToast(`Took back ${plural(undone.length, 'decision')}.`)
      onUndone(taken)
    },
    onError,
    onSettled,
  })
  const undoStep = (step: Step): void => {
    steps.current = steps.current.filter((each) => each !== step)
    undo.mutate(step)
  }
  const decide = useMutation({
    ...SERIAL,
    mutationFn: async ({ decisions }: Step) => {
      const items: DecideReviewsOutput['items'][number][] = []
      for (let start = 0; start < decisions.length; start += MAX_AT_ONCE) {
        const part = decisions.slice(start, start + MAX_AT_ONCE)
        items.push(...(await client.decideReviews({ decisions: part })).items)
      }
      return { items }
    },
    onSuccess: ({ items }, step) => {
      step.taken = items.filter((item) => item.ok).map(({ id }) => id)
      const refused = items.filter((item) => !item.ok)
      const word = WORDS[step.decisions[0]?.decision ?? 'accept']
      if (step.taken.length > 0) showToast(`${plural(step.taken.length, 'question')} ${word}.`, () => undoStep(step))
      if (refused.length > 0) showToast(`${plural(refused.length, 'decision')} refused: ${refused[0]?.message ?? ''}`)
    },
    onError,
    onSettled,
  })
  return {
    decide: (decisions) => {
      if (decisions.length === 0) return
      const step: Step = { decisions, taken: [] }
      steps.current.push(step)
      setSettled((before) => new Set([...before, ...decisions.map(({ id }) => Number(id))]))
      decide.mutate(step)
    },
    undoLast: () => {
      const step = steps.current.at(-1)
      if (step === undefined) showToast('Nothing to take back.')
      else undoStep(step)
    },
    settled,
  }
}
