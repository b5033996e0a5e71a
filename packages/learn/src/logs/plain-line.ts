import type { LineReading } from './line-reader.ts'
import { createRecord } from './record-fields.ts'

export const isPlainLine = (line: string): boolean => /^https?:\/\/\S+$/i.test(line)

/** A URL and nothing else. */
export function readPlainLine(line: string): LineReading {
  return createRecord({ url: line.trim() }, line)
}
