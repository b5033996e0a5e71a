// Numbers and times as people read them.

const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

export const formatCount = (count: number): string => whole.format(count)

/** For narrow places: 84,120 is 84.1 k. */
export function formatShort(count: number): string {
  if (count < 10_000) return whole.format(count)
  // From 999,500 on, three digits would be 1,000 k.
  const [size, unit] = count < 999_500 ? [1e3, 'k'] : count < 999_500_000 ? [1e6, 'M'] : [1e9, 'G']
  return `${short.format(count / size)} ${unit}`
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const STEPS = [
  [365 * 86_400, 'y'],
  [30 * 86_400, 'mo'],
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** `3 h ago`, `in 6 d`. */
export function formatRelative(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000)
  const step = STEPS.find(([size]) => Math.abs(seconds) >= size)
  if (step === undefined) return 'now'
  const span = `${Math.trunc(Math.abs(seconds) / step[0])} ${step[1]}`
  return seconds < 0 ? `${span} ago` : `in ${span}`
}

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })
/** `17 Nov 2026, 14:03:22 UTC`: the zone is that of the browser, and named. */
export const formatExact = (time: string): string => exact.format(new Date(time))

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
/** `18 Aug`. */
export const formatDay = (time: string): string => day.format(new Date(time))

/** A word of the server as people write it: `takeover_suspect` is "takeover suspect". */
export const spellWord = (word: string): string => WORDS[word] ?? word.replaceAll('_', ' ')

const WORDS: Readonly<Record<string, string>> = { soft404: 'looks missing', takeover_suspect: 'taken over?' }

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
