import type { ClockDrift } from '@canonist/crawl/internal/hosts/clock'

/**
 * Reports that the clock of a queue is ahead, and what to do.
 *
 * @example 'canonist: the clock of canonist.db is 365 days ahead of the system clock (2027-… instead of 2026-…) …'
 */
export function describeDrift(name: string, { aheadMs, queueTime, systemTime }: ClockDrift): string {
  const iso = (time: number): string => new Date(time).toISOString()
  return [
    `canonist: the clock of ${name} is ${formatSpan(aheadMs)} ahead of the system clock (${iso(queueTime)} instead of ${iso(systemTime)}): a process with a wrong clock has used it.`,
    'All dates written since then are ahead by as much (due, fetched, added, robots.txt, history); waits keep their length, and nothing is lost.',
    'Set the clocks of all machines that use it. For correct dates, queue the URLs in a new database with canonist frontier add.',
  ].join(' ')
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

function formatSpan(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms >= 2 * length) ?? ['second', 1000]
  const count = Math.floor(ms / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
