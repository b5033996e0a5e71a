/** Counters by name: what each counts, for people who read it from outside. */
export type CounterTable = Readonly<Record<string, string>>

/** Histograms by name: what each measures, and the upper ends of what is counted together. */
export type HistogramTable = Readonly<Record<string, { readonly says: string; readonly ends: readonly number[] }>>

export type Labels = Readonly<Record<string, string>>

/** A value that is read on request. */
export interface Gauge {
  readonly name: string
  readonly says: string
  readonly values: readonly (readonly [Labels, number])[]
}

interface Histogram {
  readonly buckets: number[]
  sum: number
  count: number
}

/** Counts and measures, in the text form of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export class Meters<Counters extends CounterTable, Histograms extends HistogramTable> {
  readonly #counterTable: Counters
  readonly #histogramTable: Histograms
  readonly #counters = new Map<string, Map<string, number>>()
  readonly #histograms = new Map<string, Map<string, Histogram>>()

  constructor(counters: Counters, histograms: Histograms) {
    this.#counterTable = counters
    this.#histogramTable = histograms
  }

  add(name: keyof Counters & string, labels: Labels = {}, by = 1): void {
    const values = this.#counters.get(name) ?? new Map<string, number>()
    const key = formatLabels(labels)
    values.set(key, (values.get(key) ?? 0) + by)
    this.#counters.set(name, values)
  }

  observe(name: keyof Histograms & string, value: number, labels: Labels = {}): void {
    const ends = this.#histogramTable[name]?.ends ?? []
    const histograms = this.#histograms.get(name) ?? new Map<string, Histogram>()
    const key = formatLabels(labels)
    const histogram = histograms.get(key) ?? { buckets: ends.map(() => 0), sum: 0, count: 0 }
    for (const [index, end] of ends.entries())
      if (value <= end) histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1
    histogram.sum += value
    histogram.count += 1
    histograms.set(key, histogram)
    this.#histograms.set(name, histograms)
  }

  /** All of it, with what is read at this moment. */
  text(gauges: readonly Gauge[] = []): string {
    const counters = Object.entries(this.#counterTable).map(([name, says]) =>
      formatBlock(name, says, 'counter', this.#counterLines(name)),
    )
    const histograms = Object.entries(this.#histogramTable).map(([name, { says, ends }]) =>
      formatBlock(name, says, 'histogram', this.#histogramLines(name, ends)),
    )
    return [...counters, ...histograms, ...gauges.map(formatGauge)].join('')
  }

  #counterLines(name: string): string[] {
    const values = this.#counters.get(name) ?? new Map([['', 0]])
    return [...values].map(([labels, value]) => `${name}${labels} ${value}`)
  }

  #histogramLines(name: string, ends: readonly number[]): string[] {
    const none: Histogram = { buckets: [], sum: 0, count: 0 }
    const histograms = this.#histograms.get(name) ?? new Map([['', none]])
    return [...histograms].flatMap(([labels, { buckets, sum, count }]) => {
      const line = (end: number | string, value: number): string => `${name}_bucket${addEnd(labels, end)} ${value}`
      const lines = ends.map((end, index) => line(end, buckets[index] ?? 0))
      return lines.concat(line('+Inf', count), `${name}_sum${labels} ${sum}`, `${name}_count${labels} ${count}`)
    })
  }
}

const addEnd = (labels: string, end: number | string): string =>
  labels === '' ? `{le="${end}"}` : `${labels.slice(0, -1)},le="${end}"}`

const formatGauge = ({ name, says, values }: Gauge): string =>
  formatBlock(
    name,
    says,
    'gauge',
    values.map(([labels, value]) => `${name}${formatLabels(labels)} ${value}`),
  )

function formatBlock(name: string, says: string, type: string, lines: readonly string[]): string {
  return `# HELP ${name} ${says}\n# TYPE ${name} ${type}\n${lines.map((line) => `${line}\n`).join('')}`
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escapeLabel = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
