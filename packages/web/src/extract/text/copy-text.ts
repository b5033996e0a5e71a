import { Buffer } from 'node:buffer'

/** Copies a slice: a slice of a document of megabytes would keep all of it in memory. */
export function copyText(text: string): string {
  return Buffer.from(text).toString()
}

/** Text as a reader sees it: runs of white space are one space. An empty text is null. */
export function toOneLine(text: string): string | null {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? null : copyText(line)
}
