import type { Sink } from '@canonist/lists/internal/io/sink'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { escapeLines } from '@canonist/core/internal/text/printable'

/** Writes a result for people, or JSON from `formatJson`; escapes untrusted text. */
export function print(sink: Sink, text: string): Promise<void> {
  return printData(sink, escapeLines(text))
}

/** Writes a result for programs unchanged. */
export function printData(sink: Sink, text: string): Promise<void> {
  return sink.write(Buffer.from(text))
}

export function printJson(sink: Sink, value: unknown): Promise<void> {
  return print(sink, `${formatJson(value, 2)}\n`)
}

/** One value per line. */
export function printJsonLine(sink: Sink, value: unknown): Promise<void> {
  return print(sink, `${formatJson(value)}\n`)
}
