import type { Span } from './inline-text.ts'

// https://github.github.com/gfm/#autolinks-extension-
const DOMAIN = /^https?:\/\/((?:[^\s\p{P}\p{S}]|[-._])+)/iu
/** White space, a tag, or what follows the text of a link. */
const END = /[\s<]|\](?=[([])|$/
const PUNCTUATION = /[?!.,:*_~'"]/
/** Longer URLs are cut: no one writes them, and reading them would take quadratic time. */
export const MAX_URL_LENGTH = 8192

/** The URL that begins with its scheme at `at`; null if GitHub would not make it a link. It ends before `limit`. */
export function findBareUrl(text: string, at: number, limit = text.length): Span | null {
  const near = text.slice(at, Math.min(limit, at + MAX_URL_LENGTH))
  const [, domain = ''] = DOMAIN.exec(near) ?? []
  if (/[a-z]/i.test(text[at - 1] ?? '') || !isDomain(domain)) return null
  return { start: at, end: at + trimPunctuation(near.slice(0, END.exec(near)?.index)).length }
}

/** It begins with a letter or digit, and its last two labels have no underscores. */
function isDomain(domain: string): boolean {
  let end = domain.length
  while (domain[end - 1] === '.' || domain[end - 1] === '_') end -= 1
  const labels = domain.slice(0, end).split('.').slice(-2)
  return /^[^-._]/.test(domain) && !labels.some((label) => label.includes('_'))
}

/** Removes punctuation of the sentence after a URL. A parenthesis or bracket belongs to the URL if it was opened there. */
function trimPunctuation(url: string): string {
  const unopened = new Map([
    [')', url.split(')').length - url.split('(').length],
    [']', url.split(']').length - url.split('[').length],
  ])
  let end = url.length
  for (;;) {
    const last = url[end - 1] ?? ''
    const surplus = unopened.get(last) ?? 0
    const length = surplus > 0 ? 1 : countPunctuation(url, end)
    if (length === 0) return url.slice(0, end)
    unopened.set(last, surplus - 1)
    end -= length
  }
}

// From the end and one by one: a pattern that looks for the end from every character would take quadratic time.
function countPunctuation(url: string, end: number): number {
  const last = url[end - 1] ?? ''
  if (last === ';') return /&\w{1,32};$/.exec(url.slice(Math.max(0, end - 34), end))?.[0].length ?? 0
  return PUNCTUATION.test(last) ? 1 : 0
}
