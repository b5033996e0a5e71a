import { createHash } from 'node:crypto'
import { toUSVString } from 'node:util'
import { hideCredentials } from '@canonist/core/internal/text/hide-credentials'
import type { Finding, Place, ReportRule } from './finding.ts'
import { formatJson } from '@canonist/core/internal/text/format-json'
import type { Report } from './report.ts'

/** SARIF 2.1.0, which code hosts and editors read: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export function formatSarifReport({ findings, rules, version }: Omit<Report, 'subjects'>): string {
  const indexes = new Map(rules.map(({ id }, index) => [id, index]))
  const run = {
    tool: { driver: { name: 'canonist', version, semanticVersion: version, rules: rules.map(toDescriptor) } },
    columnKind: 'utf16CodeUnits',
    results: findings.map(dropCredentials).map((finding) => toResult(finding, indexes.get(finding.rule))),
  }
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return `${formatJson(log, 2)}\n`
}

/** Code hosts show SARIF to everyone who may read the code. A fix that would show a password is left out. */
function dropCredentials(finding: Finding): Finding {
  const { replacement, written, ...shown } = finding
  const message = hideCredentials(shown.message)
  const url = hideCredentials(shown.url)
  const isPublic = [replacement, written].every((text) => text === undefined || text === hideCredentials(text))
  return { ...(isPublic ? finding : shown), message, url }
}

function toDescriptor({ id, summary, level }: ReportRule): object {
  return { id, shortDescription: toMessage(summary), defaultConfiguration: { level } }
}

/** In a message, brackets are links and braces are placeholders (3.11.5, 3.11.6), so they are escaped. */
function toMessage(text: string): { readonly text: string } {
  return {
    text: text.replace(/[\\[\]]/g, '\\$&').replace(/[{}]/g, '$&$&'),
  }
}

function toResult(finding: Finding, ruleIndex: number | undefined): object {
  const { rule, level, message, url, place, other } = finding
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: toMessage(message),
    locations: place === undefined ? listPageLocations(url) : [{ physicalLocation: toPhysicalLocation(place) }],
    ...(other === undefined ? {} : { relatedLocations: [toRelatedLocation(other)] }),
    // Without the line, so that the finding keeps its identity when lines are added above it.
    partialFingerprints: { 'canonistFinding/v1': computeFingerprint([rule, place?.file ?? '', url]) },
    ...(place === undefined ? {} : toFixes(finding, place)),
  }
}

/** A page has no file; its URL names the artifact, if it is valid. */
function listPageLocations(url: string): object[] {
  const page = URL.parse(url)
  if (page === null) return []
  page.username = ''
  page.password = ''
  return [{ physicalLocation: { artifactLocation: { uri: page.href } } }]
}

function toPhysicalLocation(place: Place): object {
  return { artifactLocation: { uri: toUri(place.file) }, region: toRegion(place) }
}

function toRelatedLocation(place: Place): object {
  return { id: 1, physicalLocation: toPhysicalLocation(place), message: toMessage('The same page is linked here.') }
}

function toRegion({ line, column, endLine, endColumn }: Place): object {
  return { startLine: line, startColumn: column, endLine, endColumn }
}

function toFixes({ replacement, written = replacement }: Finding, place: Place): object {
  if (replacement === undefined) return {}
  const change = {
    artifactLocation: { uri: toUri(place.file) },
    replacements: [{ deletedRegion: toRegion(place), insertedContent: { text: written } }],
  }
  return { fixes: [{ description: toMessage(`Write ${replacement}`), artifactChanges: [change] }] }
}

/** A path as a URI reference: relative paths stay relative, and a colon in them makes no scheme. */
function toUri(file: string): string {
  const path = toUSVString(file)
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/')
  return path.startsWith('/') ? `file://${path}` : path
}

function computeFingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
}
