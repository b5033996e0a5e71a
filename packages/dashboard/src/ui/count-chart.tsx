import type { UseQueryResult } from '@tanstack/react-query'
import type { GetCountHistoryOutput } from '@canonist/client'
import { lazy, Suspense, useMemo, useRef, useState, type CSSProperties } from 'react'
import type { Series } from './chart.tsx'
import { formatCount, formatExact, spellWord } from './format.ts'
import { QueryView } from './query-view.tsx'
import { Loading, Message } from './states.tsx'
import { useInView } from './use-in-view.ts'
import './count-chart.css'

// The chart library is loaded after the page, and only when a chart is looked at.
const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }))

type Samples = GetCountHistoryOutput['items']

interface CountChartProps {
  readonly query: UseQueryResult<GetCountHistoryOutput>
  readonly label: string
  /** What is counted: `URLs`. */
  readonly unit: string
  /** The same function each time, or the chart is drawn again with every render. */
  readonly toSeries: (items: Samples) => readonly Series[]
}

/** Counts over time, as servers sampled them; the legend above names the lines and their values. */
export function CountChart({ query, label, unit, toSeries }: CountChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const isInView = useInView(place)
  if (!isInView) return <div ref={place} className="chart" />
  return (
    <QueryView query={query} lines={6}>
      {({ items }) =>
        items.length < 2 ? (
          <div className="not-yet">
            <Message title="Not enough to draw yet.">
              The server samples its counts while it runs. Come back in a few minutes.
            </Message>
          </div>
        ) : (
          <Suspense fallback={<Loading lines={6} />}>
            <Drawn key={items.length} items={items} label={label} unit={unit} toSeries={toSeries} />
          </Suspense>
        )
      }
    </QueryView>
  )
}

function Drawn({ items, label, unit, toSeries }: Omit<CountChartProps, 'query'> & { readonly items: Samples }) {
  // The legend shows the values under the pointer; without one, the newest.
  const [at, setAt] = useState<number | null>(null)
  const [times, series] = useMemo(
    () => [items.map(({ at }) => Date.parse(at)), toSeries(items)] as const,
    [items, toSeries],
  )
  return (
    <>
      <div className="row wrap xs legend">
        {series.map(({ name, colour, values }) => (
          <span key={name} className="muted" style={{ '--colour': `var(${colour})` } as CSSProperties}>
            {spellWord(name)} <b>{formatCount(values[at ?? values.length - 1] ?? 0)}</b>
          </span>
        ))}
        <span className="unit faint">
          {unit}
          {at !== null && `, ${formatExact(items[at]?.at ?? '')}`}
        </span>
      </div>
      <Chart label={label} times={times} series={series} onHover={setAt} />
    </>
  )
}

const SPANS = [
  [24, '1 day'],
  [168, '1 week'],
  [720, '30 days'],
  [8760, '1 year'],
] as const

interface SpanLinksProps {
  readonly hours: number
  readonly onChange: (hours: number) => void
}

/** How far back a chart goes. */
export function SpanLinks({ hours, onChange }: SpanLinksProps) {
  return SPANS.map(([span, words]) =>
    span === hours ? (
      <b key={span} aria-current="true">
        {words}
      </b>
    ) : (
      <button key={span} type="button" className="link" onClick={() => onChange(span)}>
        {words}
      </button>
    ),
  )
}
