/** A time as interfaces show it: ISO 8601, in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/**
 * Reads a date, which is its first moment in UTC, or a time with its zone; in milliseconds. Null where the text is neither: a time without
 * a zone would depend on the machine.
 *
 * @example parseIsoTime('2027-01-31') // 1801353600000
 */
export function parseIsoTime(text: string): number | null {
  const [, date] = TIME.exec(text) ?? []
  const [time, midnight] = [Date.parse(text), Date.parse(date ?? '')]
  // The engine takes February 30 for March 2.
  return date === undefined || Number.isNaN(time) || !isoTime(midnight).startsWith(date) ? null : time
}
