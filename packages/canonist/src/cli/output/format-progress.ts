export interface ProgressState {
  readonly phase?: string | undefined
  /** Null if nothing can be counted. */
  readonly count: number | null
  readonly unit: string
  /** How much there is to count; null if unknown. */
  readonly total: number | null
  readonly failed?: number | undefined
  /** Null if unknown. */
  readonly perSecond: number | null
  readonly leftMs: number | null
}

/**
 * @example
 * formatProgress({ count: 12, unit: 'URLs', total: 40, failed: 2, perSecond: 3.2, leftMs: 8750 })
 * // '12 of 40 URLs, 2 failed, 3.2/s, about 9 s left'
 */
export function formatProgress({ phase, count, unit, total, failed = 0, perSecond, leftMs }: ProgressState): string {
  if (count === null) return `${phase ?? unit}…`
  const numbers = [
    total === null ? `${formatCount(count)} ${unit}` : `${formatCount(count)} of ${formatCount(total)} ${unit}`,
    ...(failed === 0 ? [] : [`${formatCount(failed)} failed`]),
    ...(perSecond === null ? [] : [formatRate(perSecond)]),
    ...(leftMs === null ? [] : [`about ${formatTimeLeft(leftMs)} left`]),
  ].join(', ')
  return phase === undefined ? numbers : `${phase}: ${numbers}`
}

export const formatCount = (value: number): string => value.toLocaleString('en')

/** With two digits: more would only flicker. */
export const formatRate = (perSecond: number): string => `${formatCount(Number(perSecond.toPrecision(2)))}/s`

function formatTimeLeft(ms: number): string {
  if (ms < 90_000) return `${Math.max(1, Math.round(ms / 1000))} s`
  return ms < 5_400_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}

/** Of the widest line first: the numbers of a long list need about 60 columns, and matter more. */
const BARS = [
  { fromColumns: 90, length: 20 },
  { fromColumns: 60, length: 10 },
] as const

/** @example formatBar(0.5, 80) // '█████░░░░░  50 % ' */
export function formatBar(share: number, columns: number): string {
  const percent = `${Math.floor(share * 100)} %`.padStart('100 %'.length)
  const bar = BARS.find(({ fromColumns }) => columns >= fromColumns)
  if (bar === undefined) return `${percent} `
  const full = Math.round(share * bar.length)
  return `${'█'.repeat(full)}${'░'.repeat(bar.length - full)} ${percent} `
}
