import type { StartRunInput } from 'canonist/client'
import { UploadButton } from './upload-button.tsx'
import { useStartRun } from './use-start-run.ts'

const RUNS: readonly { readonly words: string; readonly input: StartRunInput }[] = [
  { words: 'Check links that are due', input: { kind: 'check', options: {} } },
  { words: 'Work on the queue', input: { kind: 'work', options: {} } },
  { words: 'Learn rules', input: { kind: 'learn', options: {} } },
]

/** Starts a run: a list that is added, a check of the links, work on the queue, or learning. */
export function StartRun() {
  const start = useStartRun()
  return (
    <div className="row wrap">
      <UploadButton />
      {RUNS.map(({ words, input }) => (
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
