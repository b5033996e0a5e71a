import { jsonText } from '../report/json-text.ts'
import { Buffer } from 'node:buffer'
import type { Sink } from '../bulk/sink.ts'

/** Writes a result that is text. */
export function print(sink: Sink, text: string): Promise<void> {
  return sink.write(Buffer.from(text))
}

export function printJson(sink: Sink, value: unknown): Promise<void> {
  return print(sink, `${jsonText(value, 2)}\n`)
}
