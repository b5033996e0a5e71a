import type { LineVerdict } from './line-reader.ts'
import { recordFrom } from './record-fields.ts'

export const isPlainLine = (line: string): boolean => /^https?:\/\/\S+$/i.test(line)

/** A URL and nothing else. */
export function readPlainLine(line: string): LineVerdict {
  return recordFrom({ url: line.trim() }, line)
}
