import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { GetCountHistoryOutput } from 'canonist/client'
import { countHistoryQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
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

/** How many links had which problem, over a time that the user chooses. Until then the chart library is not loaded. */
export function VerdictsChart() {
  const { span } = useSearch({ from: '/shell/links' })
  const navigate = useNavigate({ from: '/links' })
  const hours = span === undefined ? undefined : Number(span)
  return (
    <Card
      title="Links in trouble, over time"
      note={hours === undefined ? 'choose how far back' : undefined}
      padded={hours !== undefined}
      actions={
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
      }
    >
      {hours !== undefined && <Drawn hours={hours} />}
    </Card>
  )
}

function Drawn({ hours }: { readonly hours: number }) {
  const query = useQuery(countHistoryQuery(hours))
  return <CountChart query={query} label="Links by verdict, over time" toSeries={toSeries} />
}

const toSeries = (items: GetCountHistoryOutput['items']): Series[] =>
  LINES.map(([name, colour]) => ({ name, colour, values: items.map(({ counts }) => counts.verdicts[name] ?? 0) }))
