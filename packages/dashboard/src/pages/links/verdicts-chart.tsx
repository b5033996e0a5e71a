import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { GetCountHistoryOutput } from '@canonist/client'
import { countHistoryQuery } from '../../data/queries.ts'
import type { Series } from '../../ui/chart.tsx'
import { CountChart, SpanLinks } from '../../ui/count-chart.tsx'

/** What is wrong with links. The healthy ones would flatten all other lines. */
const LINES = [
  ['gone', '--lossy'],
  ['soft404', '--usual'],
  ['degraded', '--note'],
  ['moved', '--accent'],
  ['takeover_suspect', '--ink'],
] as const

const DEFAULT_HOURS = 720

/** How many links had which problem, over a time that the user chooses. */
export function VerdictsChart() {
  const { span } = useSearch({ from: '/shell/links' })
  const navigate = useNavigate({ from: '/links' })
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
      <CountChart unit="links" query={query} label="Links by verdict, over time" toSeries={toSeries} />
    </div>
  )
}

const toSeries = (items: GetCountHistoryOutput['items']): Series[] =>
  LINES.map(([name, colour]) => ({
    name,
    colour,
    values: items.map(({ counts }) => counts.verdicts[name] ?? 0),
  })).filter(({ values }) => values.some((value) => value > 0))
