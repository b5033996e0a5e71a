import type { PolicySpec } from '../spec.ts'
import type { ExportResult } from './export-result.ts'
import { createSubstitutions } from './java-substitutions.ts'
import { escapeXml, type Substitution } from './substitution.ts'

/**
 * Writes Nutch's regex-normalize.xml: substitutions with Java's regular expressions, in order, for what a policy does.
 * https://nutch.apache.org
 *
 * @example
 * exportNutch({ name: 'a', fragment: 'strip' }).text.includes('<pattern>#.*$</pattern>') // true
 */
export function exportNutch(spec: PolicySpec): ExportResult {
  const { rules, count, leftOut } = createSubstitutions(spec, 'regex-normalize.xml')
  const lines = ['<?xml version="1.0"?>', '<regex-normalize>', ...rules.map(formatElement), '</regex-normalize>', '']
  return { text: lines.join('\n'), exported: count, leftOut }
}

/** Every match is replaced. */
const formatElement = ({ pattern, substitution }: Substitution): string =>
  [
    '  <regex>',
    `    <pattern>${escapeXml(pattern)}</pattern>`,
    `    <substitution>${escapeXml(substitution)}</substitution>`,
    '  </regex>',
  ].join('\n')
