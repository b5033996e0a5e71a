import { Buffer } from 'node:buffer'
import type { Sink } from '../../io/sink.ts'
import { jsonText } from '../../text/json-text.ts'
import { escapeLines } from '../../text/printable.ts'

/** Writes a result for people, or JSON made by `jsonText`, with untrusted text escaped. */
export function print(sink: Sink, text: string): Promise<void> {
  return printData(sink, escapeLines(text))
}

/** Writes a result for programs unchanged. */
export function printData(sink: Sink, text: string): Promise<void> {
  return sink.write(Buffer.from(text))
}

export function printJson(sink: Sink, value: unknown): Promise<void> {
  return print(sink, `${jsonText(value, 2)}\n`)
}

/** One value a line. */
export function printJsonLine(sink: Sink, value: unknown): Promise<void> {
  return print(sink, `${jsonText(value)}\n`)
}
