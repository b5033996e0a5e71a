import { hideCredentials } from './hide-credentials.ts'
import { toPrintable } from './printable.ts'

/** Formats a message, with its URLs as links. */
export function formatProse(message: string): string {
  const pieces = hideCredentials(message).split(/(https?:\/\/\S*[^\s.,;:)])/)
  return pieces.map((piece, index) => (index % 2 === 1 ? formatLink(piece) : escapeMarkdown(piece))).join('')
}

/** Formats a URL as a link, if it certainly is an http(s) URL; otherwise as code. */
export function formatLink(url: string): string {
  if (url === '') return ''
  const shown = hideCredentials(url)
  return /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][!#$%&'()*+,./0-9:;=?@A-Z[\]_a-z~-]*)?$/.test(shown)
    ? `<${shown}>`
    : formatCode(shown)
}

/** A code span whose fence is longer than any run of backticks in it. */
export function formatCode(text: string): string {
  const shown = toPrintable(text)
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  const pad = shown === '' || /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}

/** Escapes foreign text; pipes are escaped with the whole cell of a table. */
export function escapeMarkdown(text: string): string {
  return toPrintable(text).replace(/[\\`*_{}[\]<>#~&]/g, (char) => `\\${char}`)
}
