import type { Run } from '@canonist/client'
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import { estimateLeft } from './estimate-left.ts'

/** How far a run has come, as a bar where its end is known, and in numbers. */
export function RunProgress({ run }: { readonly run: Run }) {
  const { progress, state, kind, error } = run
  const now = useNow()
  const left = state === 'running' ? estimateLeft(run, now) : null
  const { done, total, unit } = progress
  const format = unit === 'bytes' ? formatBytes : formatCount
  if (error !== null) return <span className="s ink-lossy">{error.message}</span>
  return (
    <div>
      {state === 'running' && total !== null && (
        <progress className="progress" value={done} max={Math.max(total, done, 1)} aria-label={`Progress of ${kind}`} />
      )}
      <span className="xs muted">
        {format(done)}
        {total !== null && total !== done && ` of ${format(total)}`} {unit !== 'bytes' && unit}
        {left !== null && ` · ${formatDuration(left)} left`}
      </span>
    </div>
  )
}
