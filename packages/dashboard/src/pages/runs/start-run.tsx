import type { StartRunInput } from '@canonist/client'
import { useMay, useMayFetch } from '../../data/use-caller.ts'
import { UploadButton } from './upload-button.tsx'
import { useStartRun } from './use-start-run.ts'

const RUNS: readonly { readonly words: string; readonly input: StartRunInput; readonly fetches: boolean }[] = [
  { words: 'Check links that are due', input: { kind: 'check', options: {} }, fetches: true },
  { words: 'Work on the queue', input: { kind: 'work', options: {} }, fetches: true },
  { words: 'Learn rules', input: { kind: 'learn', options: {} }, fetches: false },
]

/** Starts a run: a list that is added, a check of the links, work on the queue, or learning. */
export function StartRun() {
  const start = useStartRun()
  const [mayWrite, mayFetch] = [useMay('write'), useMayFetch()]
  if (!mayWrite) return null
  return (
    <div className="row wrap">
      <UploadButton />
      {RUNS.filter(({ fetches }) => mayFetch || !fetches).map(({ words, input }) => (
        <button
          key={words}
          className="button"
          type="button"
          disabled={start.isPending}
          onClick={() => start.mutate(input)}
        >
          {words}
        </button>
      ))}
    </div>
  )
}
