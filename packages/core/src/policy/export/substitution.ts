/** A substitution with Java's regular expressions. */
export interface Substitution {
  readonly pattern: string
  readonly substitution: string
}

/** Where the last match ended: one expression takes out as many as there are. */
export const AGAIN = '\\G(?!^)'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
