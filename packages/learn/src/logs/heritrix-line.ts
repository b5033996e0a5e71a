import { rejectLine } from '@canonist/lists/internal/io/line-outcome'
import type { LineReading } from './line-reader.ts'
import { createRecord } from './record-fields.ts'

const START = /^\d{4}-?\d\d-?\d\dT?\d\d:?\d\d:?\d\d\.?\d{0,9}Z?\s+-?\d+\s+(?:-|\d+)\s+\S+:/
/** Smaller numbers are Heritrix's own: URLs that it skipped or could not reach, and DNS lookups. */
const MIN_HTTP_STATUS = 100

export const isHeritrixLine = (line: string): boolean => START.test(line)

/**
 * `2025-01-01T00:00:00.000Z   200   5120 https://example.com/ L https://example.com/from text/html #012 20250101000000000+80 sha1:… - -`:
 * time, status, size, URL, path of discovery, referrer, type, thread, duration, digest, source and annotations.
 */
export function readHeritrixLine(line: string): LineReading {
  if (!isHeritrixLine(line)) return rejectLine('line/other-format', line)
  const [, status, size, url, , , mediaType, , , digest] = line.trim().split(/\s+/)
  if (Number(status) < MIN_HTTP_STATUS) return null
  return createRecord({ url, status, size, mediaType, contentHash: digest }, line)
}
