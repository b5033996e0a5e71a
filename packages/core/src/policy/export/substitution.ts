/** A substitution with Java's regular expressions. */
export interface Substitution {
  readonly pattern: string
  readonly substitution: string
}

/** Matches where the last match ended, so that one expression removes all occurrences. */
export const AFTER_LAST_MATCH = '\\G(?!^)'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
