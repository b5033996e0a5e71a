import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import type { Headers } from '../headers.ts'
import { listCharsetHints } from './charset-hints.ts'

/** A document's characters, without byte order mark and with line feeds alone. */
export interface DecodedText {
  readonly text: string
  /** The same bytes as a browser reads a page that names no charset and is not UTF-8. */
  readonly asOldPage: () => string
}

/** Platforms hold no string of more than half a gigabyte; this leaves room for what is made from it. */
const MAX_BYTES = 67_108_864

/** Whether a body is longer than what is read of it. */
export function isTooLong(body: Uint8Array): boolean {
  return body.length > MAX_BYTES
}

/** Decodes by byte order mark, Content-Type, and what the document says of itself, in this order; else as UTF-8. */
export function decodeText(body: Uint8Array, headers: Headers, isCut = isTooLong(body)): DecodedText {
  const bytes = body.subarray(0, MAX_BYTES)
  const decoder = findDecoder(listCharsetHints(bytes, headers))
  const text = tidy((decoder ?? new TextDecoder()).decode(bytes))
  const isSettled = decoder !== null || isUtf8(isCut ? dropLastCharacter(bytes) : bytes)
  return { text, asOldPage: () => (isSettled ? text : tidy(new TextDecoder('windows-1252').decode(bytes))) }
}

function findDecoder(labels: readonly string[]): TextDecoder | null {
  for (const label of labels) {
    try {
      return new TextDecoder(label)
    } catch {
      // An unknown label says nothing; the next hint may.
    }
  }
  return null
}

function tidy(text: string): string {
  const start = text.charCodeAt(0) === 0xfe_ff ? 1 : 0
  return text.slice(start).replaceAll('\r\n', '\n')
}

/** A body that was cut may end inside of a character, so its last one does not count. */
function dropLastCharacter(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && bytes.length - end < 3 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, Math.max(0, end - 1))
}
