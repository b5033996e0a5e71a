import assert from 'node:assert/strict'

interface Region {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
}

interface Location {
  readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region?: Region }
}

interface Replacement {
  readonly deletedRegion: Region
  readonly insertedContent: { readonly text: string }
}

interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: string
  readonly message: { readonly text: string }
  readonly locations: readonly Location[]
  readonly relatedLocations?: readonly Location[]
  readonly partialFingerprints: Readonly<Record<string, string>>
  readonly fixes?: readonly {
    readonly description: { readonly text: string }
    readonly artifactChanges: readonly {
      readonly artifactLocation: { readonly uri: string }
      readonly replacements: readonly Replacement[]
    }[]
  }[]
}

interface Rule {
  readonly id: string
  readonly shortDescription: { readonly text: string }
  readonly defaultConfiguration: { readonly level: string }
}

export interface SarifLog {
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: { readonly name: string; readonly version: string; readonly rules: readonly Rule[] }
      }
      readonly results: readonly Result[]
    },
  ]
}

// The names that SARIF 2.1.0 knows, of what we write; its schema allows no others.
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  log: ['$schema', 'version', 'runs'],
  run: ['tool', 'columnKind', 'results'],
  driver: ['name', 'version', 'semanticVersion', 'rules'],
  rule: ['id', 'shortDescription', 'defaultConfiguration'],
  result: ['ruleId', 'ruleIndex', 'level', 'message', 'locations', 'relatedLocations', 'partialFingerprints', 'fixes'],
  region: ['startLine', 'startColumn', 'endLine', 'endColumn'],
}
const LEVELS = ['none', 'note', 'warning', 'error']
// RFC 3986, a URI reference: its characters, and no escape that is none.
const URI_REFERENCE = /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[0-9A-Fa-f]{2})*$/

/** Checks a log field by field against the rules of SARIF 2.1.0 (sections 3.13 to 3.58). */
export function checkSarif(value: unknown): asserts value is SarifLog {
  const log = fields(value, 'log')
  assert.equal(log['version'], '2.1.0')
  assert.match(String(log['$schema']), /sarif-2\.1\.0\.json$/)
  const runs = list(log['runs'])
  assert.equal(runs.length, 1)
  checkRun(fields(runs[0], 'run'))
}

function checkRun(run: Readonly<Record<string, unknown>>): void {
  assert.equal(run['columnKind'], 'utf16CodeUnits')
  const driver = fields((run['tool'] as { driver: unknown }).driver, 'driver')
  assert.equal(typeof driver['name'], 'string')
  assert.match(String(driver['semanticVersion']), /^\d+\.\d+\.\d+/)
  const rules = list(driver['rules']).map((rule) => fields(rule, 'rule') as unknown as Rule)
  assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length, 'every rule stands once')
  for (const { shortDescription, defaultConfiguration } of rules) {
    assert.ok(shortDescription.text.length > 0)
    assert.ok(LEVELS.includes(defaultConfiguration.level))
  }
  for (const result of list(run['results'])) checkResult(fields(result, 'result') as unknown as Result, rules)
}

function checkResult(result: Result, rules: readonly Rule[]): void {
  assert.equal(rules[result.ruleIndex]?.id, result.ruleId)
  assert.ok(LEVELS.includes(result.level))
  assert.ok(result.message.text.length > 0)
  for (const location of [...result.locations, ...(result.relatedLocations ?? [])]) checkLocation(location)
  for (const value of Object.values(result.partialFingerprints)) assert.equal(typeof value, 'string')
  for (const { artifactChanges } of result.fixes ?? []) {
    assert.ok(artifactChanges.length > 0)
    for (const { artifactLocation, replacements } of artifactChanges) {
      assert.match(artifactLocation.uri, URI_REFERENCE)
      assert.ok(replacements.length > 0)
      for (const { deletedRegion, insertedContent } of replacements) {
        checkRegion(deletedRegion)
        assert.equal(typeof insertedContent.text, 'string')
      }
    }
  }
}

function checkLocation({ physicalLocation: { artifactLocation, region } }: Location): void {
  assert.match(artifactLocation.uri, URI_REFERENCE)
  if (region !== undefined) checkRegion(region)
}

function checkRegion(region: Region): void {
  const { startLine, startColumn, endLine, endColumn } = region
  fields(region, 'region')
  for (const number of [startLine, startColumn, endLine, endColumn]) assert.ok(Number.isInteger(number) && number >= 1)
  assert.ok(endLine > startLine || (endLine === startLine && endColumn >= startColumn))
}

function fields(value: unknown, kind: string): Readonly<Record<string, unknown>> {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), kind)
  for (const name of Object.keys(value)) assert.ok(KNOWN[kind]?.includes(name), `${kind} has a field ${name}`)
  return value as Readonly<Record<string, unknown>>
}

function list(value: unknown): readonly unknown[] {
  assert.ok(Array.isArray(value))
  return value
}
