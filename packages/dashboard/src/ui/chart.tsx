import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatShort } from './format.ts'

export interface Series {
  readonly name: string
  /** The name of a token. */
  readonly colour: string
  readonly values: readonly number[]
  readonly isFilled?: boolean
  readonly isDashed?: boolean
}

interface ChartProps {
  readonly label: string
  /** In milliseconds, one for each value. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  /** Gets the place of the value under the pointer; null when the pointer has left. */
  readonly onHover: (at: number | null) => void
}

/** In rem, like everything else on the page. */
const HEIGHT = 12

/** Values over time. The legend names the colours; a screen reader gets the label. */
export function Chart({ label, times, series, onHover }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const plot = new uPlot(
      createOptions(element, series, onHover),
      [times.map((time) => time / 1000), ...series.map(({ values }) => [...values])],
      element,
    )
    const height = HEIGHT * readRem()
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [times, series, onHover])
  return <div ref={place} role="img" aria-label={label} className="chart" />
}

const hour = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** The time of day, and the date where a day begins. @param times in seconds */
const formatTicks = (times: readonly number[]): string[] =>
  times.map((time) => {
    const date = new Date(time * 1000)
    return date.getHours() === 0 && date.getMinutes() === 0 ? day.format(date) : hour.format(date)
  })

const readRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

function createOptions(element: HTMLElement, series: readonly Series[], onHover: ChartProps['onHover']): uPlot.Options {
  const style = getComputedStyle(element)
  const rem = readRem()
  const read = (token: string): string => style.getPropertyValue(token)
  const axis: uPlot.Axis = {
    stroke: read('--ink-3'),
    grid: { stroke: read('--edge'), width: 1 },
    ticks: { show: false },
    font: `${0.6875 * rem}px ${read('--font')}`,
  }
  return {
    width: element.clientWidth,
    height: HEIGHT * rem,
    legend: { show: false },
    hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? null)] },
    cursor: { drag: { x: false, y: false } },
    padding: [0.75 * rem, 1.25 * rem, 0, 0],
    axes: [
      { ...axis, size: 1.625 * rem, space: 4.5 * rem, values: (_, times) => formatTicks(times) },
      { ...axis, size: 3.5 * rem, values: (_, values) => values.map((value) => formatShort(value)) },
    ],
    series: [
      {},
      ...series.map(({ name, colour, isFilled, isDashed }) => ({
        label: name,
        stroke: read(colour),
        width: 2,
        points: { show: false },
        ...(isFilled === true ? { fill: read(`${colour}-soft`) } : {}),
        ...(isDashed === true ? { dash: [5, 4] } : {}),
      })),
    ],
  }
}
