import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { FrontierState, GetCountHistoryOutput } from '@canonist/client'
import { countHistoryQuery } from '../../data/queries.ts'
import { CountChart, SpanLinks } from '../../ui/count-chart.tsx'
import type { Series } from '../../ui/chart.tsx'

const LINES: readonly (readonly [FrontierState, string])[] = [
  ['fetched', '--safe'],
  ['pending', '--accent'],
  ['retry', '--usual'],
  ['dead', '--lossy'],
  ['excluded', '--ink-3'],
]

const DEFAULT_HOURS = 24

/** How many URLs were in which state, over a time that the user chooses. */
export function StatesChart() {
  const { span } = useSearch({ from: '/shell/frontier' })
  const navigate = useNavigate({ from: '/frontier' })
  const hours = Number(span ?? DEFAULT_HOURS)
  const query = useQuery(countHistoryQuery(hours))
  return (
    <div className="pad">
      <div className="row spans xs">
        <SpanLinks
          hours={hours}
          onChange={(next) =>
            void navigate({
              search: (before) => ({ ...before, span: String(next) }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <CountChart unit="URLs" query={query} label="URLs of the queue by state, over time" toSeries={toSeries} />
    </div>
  )
}

const toSeries = (items: GetCountHistoryOutput['items']): Series[] =>
  LINES.map(([state, colour]) => ({
    name: state,
    colour,
    values: items.map(({ counts }) => counts.frontier[state]),
    isDashed: state === 'excluded',
  }))
