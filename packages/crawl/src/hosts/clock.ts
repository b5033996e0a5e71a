/** Later than any time that is ever waited for: the last one that a Date can represent. */
export const NEVER = 8_640_000_000_000_000

/** How far the clock of a queue is ahead of the system's: a process whose clock was wrong has used the file. */
export interface ClockDrift {
  /** In milliseconds. */
  readonly aheadMs: number
  /** The time of the queue, and that of the system; milliseconds since 1970. */
  readonly queueTime: number
  readonly systemTime: number
}
