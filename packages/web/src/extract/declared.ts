import { copyText } from './text/copy-text.ts'

/** A URL that a document declares: the text as written, and where it leads, if anywhere. */
export interface Declared {
  readonly raw: string
  readonly url: string | null
}

/** No server accepts longer ones, and a page may hold thousands of them, all below one long base. */
const MAX_URL_LENGTH = 8192

/** The absolute URL of `raw` as seen from `base`; null if there is none, or if it is longer than any server accepts. */
export function resolveUrl(raw: string, base: string): string | null {
  if (raw.length > MAX_URL_LENGTH) return null
  // With an invalid base the platform's parser rejects even absolute URLs.
  const href = (URL.parse(raw, base) ?? URL.parse(raw))?.href ?? null
  return href !== null && href.length > MAX_URL_LENGTH ? null : href
}

/** What `raw` declares; an empty text declares nothing. */
export function declare(raw: string, base: string): Declared | null {
  const trimmed = copyText(raw.trim())
  return trimmed === '' ? null : { raw: trimmed, url: resolveUrl(trimmed, base) }
}

/** The declarations that say something new, in order. */
export function removeDuplicates(declarations: Iterable<Declared>): readonly Declared[] {
  const byTarget = new Map<string, Declared>()
  for (const declared of declarations) {
    const target = declared.url ?? declared.raw
    if (!byTarget.has(target)) byTarget.set(target, declared)
  }
  return [...byTarget.values()]
}
