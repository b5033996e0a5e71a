// Numbers and times as people read them.

const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export const formatCount = (count: number): string => whole.format(count)

/** For narrow places: 84,120 is 84.1K. */
export const formatShort = (count: number): string => (count < 10_000 ? whole.format(count) : short.format(count))

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** `3 hr. ago`, `in 6 days`. */
export function formatRelative(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000)
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / size), unit)
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
export const formatExact = (time: string): string => exact.format(new Date(time))

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
/** `14:03:22`, for lines that follow each other closely. */
export const formatClock = (time: string): string => clock.format(new Date(time))

const bytes = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** `48 MB`, `1.2 kB`. */
export function formatBytes(count: number): string {
  const [size, unit] = count < 1e3 ? [1, 'bytes'] : count < 1e6 ? [1e3, 'kB'] : count < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${bytes.format(count / size)} ${unit}`
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `250 ms`, `1.5 s`, `2 h`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`
  const [size, unit] = ms < MINUTE ? [SECOND, 's'] : ms < HOUR ? [MINUTE, 'min'] : ms < DAY ? [HOUR, 'h'] : [DAY, 'd']
  return `${Number((ms / size).toFixed(ms / size < 10 ? 1 : 0))} ${unit}`
}
