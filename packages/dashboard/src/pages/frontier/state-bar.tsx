import { Link } from '@tanstack/react-router'
import type { FrontierState, FrontierStats } from '@canonist/client'
import { findTone } from '../../ui/chip.tsx'
import { formatCount, plural } from '../../ui/format.ts'
import { QueuePulse } from './queue-pulse.tsx'

const STATES: readonly FrontierState[] = ['fetched', 'pending', 'leased', 'retry', 'dead', 'excluded']

/** All URLs of the queue by state, as a bar and as numbers that lead to their rows. */
export function StateBar({ stats }: { readonly stats: FrontierStats }) {
  const total = STATES.reduce((sum, state) => sum + stats[state], 0)
  return (
    <>
      <div className="row wrap between">
        <h1>{plural(total, 'URL')}</h1>
        <QueuePulse />
      </div>
      <div className="states" aria-hidden="true">
        {STATES.map((state) => (
          <i key={state} className={findTone(state)} style={{ flexGrow: stats[state] }} />
        ))}
      </div>
      <div className="row wrap xs">
        {STATES.map((state) => (
          <Link
            key={state}
            to="/frontier"
            search={({ view, span }) => ({ view, span, state })}
            resetScroll={false}
            className="state"
          >
            <i className={findTone(state)} aria-hidden="true" /> {state} {formatCount(stats[state])}
          </Link>
        ))}
      </div>
    </>
  )
}
