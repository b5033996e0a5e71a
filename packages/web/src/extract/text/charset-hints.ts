import { Buffer } from 'node:buffer'
import { listValues, type Headers } from '../headers.ts'

/** How far the HTML standard looks for a declaration. https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding */
const PRESCAN_BYTES = 1024

/** Labels of the charset, the most reliable first. They may be unknown names. */
export function listCharsetHints(body: Uint8Array, headers: Headers): readonly string[] {
  const start = toLatin1(body.subarray(0, PRESCAN_BYTES))
  const hints = [
    findByteOrderMark(start),
    readContentTypeCharset(headers),
    findZeroPattern(start),
    readXmlCharset(start),
    readMetaCharset(start),
  ]
  return hints.filter((hint) => hint !== null).filter((hint) => isPlausible(hint, start))
}

function toLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function findByteOrderMark(start: string): string | null {
  if (start.startsWith('\u00ef\u00bb\u00bf')) return 'utf-8'
  if (start.startsWith('\u00ff\u00fe')) return 'utf-16le'
  return start.startsWith('\u00fe\u00ff') ? 'utf-16be' : null
}

function readContentTypeCharset(headers: Headers): string | null {
  const [contentType = ''] = listValues(headers, 'content-type')
  return /;\s*charset\s*=\s*["']?\s*([^\s;"']+)/i.exec(contentType)?.[1] ?? null
}

/** Two-byte text that begins with markup or JSON shows by its zeros. https://www.w3.org/TR/xml/#sec-guessing */
function findZeroPattern(start: string): string | null {
  if (/^[<{\s]\0/.test(start)) return 'utf-16le'
  return /^\0[<{\s]/.test(start) ? 'utf-16be' : null
}

function readXmlCharset(start: string): string | null {
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']\s*([^"'\s]+)/i.exec(start)?.[1] ?? null
}

function readMetaCharset(start: string): string | null {
  const outsideComments = start.replaceAll(/<!--[^]*?-->/g, '')
  return /<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(outsideComments)?.[1] ?? null
}

/** Bytes without a single zero cannot be UTF-16, whatever their label says. */
function isPlausible(label: string, start: string): boolean {
  return !/^(?:utf-?16|unicode|ucs-2|iso-10646-ucs-2|csunicode)/i.test(label) || /\0/.test(start)
}
