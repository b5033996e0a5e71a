import { createHash } from 'node:crypto'
import { toUSVString } from 'node:util'
import { hideCredentials } from '../text/hide-credentials.ts'
import type { Finding, Place, ReportRule } from './finding.ts'
import { formatJson } from '../text/format-json.ts'
import type { Report } from './report.ts'

/** SARIF 2.1.0, which code hosts and editors read: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export function sarifReport({ findings, rules, version }: Omit<Report, 'subjects'>): string {
  const indexes = new Map(rules.map(({ id }, index) => [id, index]))
  const run = {
    tool: { driver: { name: 'canonist', version, semanticVersion: version, rules: rules.map(descriptorOf) } },
    columnKind: 'utf16CodeUnits',
    results: findings.map(withoutCredentials).map((finding) => resultOf(finding, indexes.get(finding.rule))),
  }
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return `${formatJson(log, 2)}\n`
}

/** Code hosts show SARIF to everybody who may read the code. A fix that would have to show a password is left out. */
function withoutCredentials(finding: Finding): Finding {
  const { replacement, written, ...shown } = finding
  const message = hideCredentials(shown.message)
  const url = hideCredentials(shown.url)
  const isPublic = [replacement, written].every((text) => text === undefined || text === hideCredentials(text))
  return { ...(isPublic ? finding : shown), message, url }
}

function descriptorOf({ id, summary, level }: ReportRule): object {
  return { id, shortDescription: messageOf(summary), defaultConfiguration: { level } }
}

/** Brackets make links in a message and braces make gaps (3.11.5, 3.11.6); text of others makes neither. */
function messageOf(text: string): { readonly text: string } {
  return {
    text: text.replace(/[\\[\]]/g, '\\$&').replace(/[{}]/g, '$&$&'),
  }
}

function resultOf(finding: Finding, ruleIndex: number | undefined): object {
  const { rule, level, message, url, place, other } = finding
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: messageOf(message),
    locations: place === undefined ? pageLocations(url) : [{ physicalLocation: physicalLocation(place) }],
    ...(other === undefined ? {} : { relatedLocations: [relatedLocation(other)] }),
    // Without the line: the finding stays the same one when lines are added above it.
    partialFingerprints: { 'canonistFinding/v1': fingerprint([rule, place?.file ?? '', url]) },
    ...(place === undefined ? {} : fixesOf(finding, place)),
  }
}

/** A page has no file; its URL names the artifact, where it is one. */
function pageLocations(url: string): object[] {
  const page = URL.parse(url)
  if (page === null) return []
  page.username = ''
  page.password = ''
  return [{ physicalLocation: { artifactLocation: { uri: page.href } } }]
}

function physicalLocation(place: Place): object {
  return { artifactLocation: { uri: uriOf(place.file) }, region: regionOf(place) }
}

function relatedLocation(place: Place): object {
  return { id: 1, physicalLocation: physicalLocation(place), message: messageOf('The same page is linked here.') }
}

function regionOf({ line, column, endLine, endColumn }: Place): object {
  return { startLine: line, startColumn: column, endLine, endColumn }
}

function fixesOf({ replacement, written = replacement }: Finding, place: Place): object {
  if (replacement === undefined) return {}
  const change = {
    artifactLocation: { uri: uriOf(place.file) },
    replacements: [{ deletedRegion: regionOf(place), insertedContent: { text: written } }],
  }
  return { fixes: [{ description: messageOf(`Write ${replacement}`), artifactChanges: [change] }] }
}

/** A path as a URI reference: relative paths stay relative, and a colon in them makes no scheme. */
function uriOf(file: string): string {
  const path = toUSVString(file)
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/')
  return path.startsWith('/') ? `file://${path}` : path
}

function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
}
