import { Buffer } from 'node:buffer'
import type { Sink } from '../bulk/sink.ts'
import { jsonText } from '../report/json-text.ts'
import { harmlessLines } from '../report/printable.ts'

/** Writes a result for people, or JSON by `jsonText`: nothing in it steers a terminal or a build. */
export function print(sink: Sink, text: string): Promise<void> {
  return printData(sink, harmlessLines(text))
}

/** Writes a result for programs as it is. */
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
