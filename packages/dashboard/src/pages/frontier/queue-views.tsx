import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { leasesQuery } from '../../data/queries.ts'
import { plural } from '../../ui/format.ts'
import { Leases } from './leases.tsx'
import { ReasonTable } from './reason-table.tsx'
import { Redirects } from './redirects.tsx'
import { StatesChart } from './states-chart.tsx'

const VIEWS = [
  [undefined, 'Why URLs are not fetched', ReasonTable],
  ['redirects', 'Redirect conflicts', Redirects],
  ['leases', 'Leases', Leases],
  ['time', 'States over time', StatesChart],
] as const

/** Four ways to look at the queue in one place, so that the list of URLs stays near the top of the page. */
export function QueueViews() {
  const { view } = useSearch({ from: '/shell/frontier' })
  const { data } = useQuery(leasesQuery)
  const stuck = data?.leases.filter(({ isStuck }) => isStuck).length ?? 0
  const [current, , View] = VIEWS.find(([name]) => name === view) ?? VIEWS[0]
  return (
    <section className="card">
      <nav className="row tabs s" aria-label="Views of the queue">
        {VIEWS.map(([name, words]) => (
          <Link
            key={words}
            to="/frontier"
            search={(before) => ({ ...before, view: name })}
            replace
            resetScroll={false}
            aria-current={name === current ? 'true' : undefined}
          >
            {words}
            {name === 'leases' && stuck > 0 && <b className="ink-lossy"> {plural(stuck, 'stuck', 'stuck')}</b>}
          </Link>
        ))}
      </nav>
      <View />
    </section>
  )
}
