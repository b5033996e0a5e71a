/** A substitution of regex-normalize.xml: Java's expressions, every match replaced. */
export interface NutchRule {
  readonly pattern: string
  readonly substitution: string
}

/** As an element of the file. */
export function nutchElement({ pattern, substitution }: NutchRule): string {
  return [
    '  <regex>',
    `    <pattern>${escapeXml(pattern)}</pattern>`,
    `    <substitution>${escapeXml(substitution)}</substitution>`,
    '  </regex>',
  ].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escapeXml = (text: string): string => text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char)
