import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

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
}

const HEIGHT = 190

/** Values over time. The legend names the colours; a screen reader gets the label. */
export function Chart({ label, times, series }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const plot = new uPlot(
      createOptions(element, series),
      [times.map((time) => time / 1000), ...series.map(({ values }) => [...values])],
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [times, series])
  return <div ref={place} role="img" aria-label={label} className="chart" />
}

function createOptions(element: HTMLElement, series: readonly Series[]): uPlot.Options {
  const style = getComputedStyle(element)
  const read = (token: string): string => style.getPropertyValue(token)
  const axis: uPlot.Axis = {
    stroke: read('--ink-3'),
    grid: { stroke: read('--edge'), width: 1 },
    ticks: { show: false },
    font: `11px ${read('--font')}`,
  }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    axes: [axis, { ...axis, size: 56, values: (_, values) => values.map((value) => value.toLocaleString('en')) }],
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
