import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Canonicalized } from '@canonist/web/internal/canonicalize/result'
import { createRegistry } from '../../src/registry/open-registry.ts'
import type { Registry } from '../../src/registry/registry.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { collect } from './support/collect.ts'
import { Oracle } from './support/oracle.ts'
import { someUrl } from './support/rekey-cases.ts'
import { findFaults } from './support/state.ts'
import { inOrder } from './support/in-order.ts'
import { runs } from '@canonist/test-support/runs.ts'

const someLine = fc.oneof({ weight: 8, arbitrary: someUrl }, fc.constantFrom('', 'no url', 'ftp://a.example/', '//'))

interface Reality {
  registry: Registry
  reopen(): Promise<void>
}

type Step = fc.AsyncCommand<Oracle, Reality>

class AddLines implements Step {
  readonly lines: readonly string[]
  readonly batchLines: number

  constructor(lines: readonly string[], batchLines: number) {
    this.lines = lines
    this.batchLines = batchLines
  }

  check = () => true

  async run(oracle: Oracle, { registry }: Reality): Promise<void> {
    const report = await registry.ingest(this.lines, { batchLines: this.batchLines })
    assert.deepEqual(report, oracle.add(this.lines))
  }

  toString = () => `add(${JSON.stringify(this.lines)}, ${this.batchLines})`
}

class Prove implements Step {
  readonly url: string
  readonly from: readonly string[]

  constructor(url: string, from: readonly string[]) {
    this.url = url
    this.from = from
  }

  check = () => true

  async run(oracle: Oracle, { registry }: Reality): Promise<void> {
    const evidence = this.from.map((url) => ({ url, proof: 'redirect' as const }))
    await registry.record({ ok: true, url: this.url, inputUrl: this.url, evidence } as unknown as Canonicalized)
    oracle.record(this.url, this.from)
  }

  toString = () => `prove(${this.url}, ${JSON.stringify(this.from)})`
}

class Find implements Step {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  check = () => true

  async run(oracle: Oracle, { registry }: Reality): Promise<void> {
    const page = await registry.find(this.url)
    const aliases = inOrder(page?.aliases.map(({ rawUrl, count }) => [rawUrl, count]) ?? [])
    assert.deepEqual(page === null ? null : { canonicalUrl: page.canonicalUrl, aliases }, oracle.find(this.url))
    const known = await registry.createExistsFn()(['https://unknown.example/', this.url])
    assert.deepEqual(known, page === null ? null : { url: page.canonicalUrl, data: { id: page.id, key: page.key } })
  }

  toString = () => `find(${this.url})`
}

/** Records that a URL was answered from the registry, as `canonicalize` does. */
class RecordKnown implements Step {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  check = () => true

  async run(oracle: Oracle, { registry }: Reality): Promise<void> {
    const known = await registry.createExistsFn()([this.url])
    assert.equal(known?.url, oracle.find(this.url)?.canonicalUrl)
    if (known === null) return
    const evidence = [{ url: this.url, proof: 'database' as const }]
    const result = { ok: true, reason: 'exists_in_db', url: known.url, inputUrl: this.url, evidence }
    await registry.record(result as unknown as Canonicalized)
    oracle.recordKnown(known.url, this.url)
  }

  toString = () => `recordKnown(${this.url})`
}

class Reopen implements Step {
  check = () => true
  run = (_: Oracle, reality: Reality): Promise<void> => reality.reopen()
  toString = () => 'reopen()'
}

const steps = fc.commands(
  [
    fc
      .tuple(fc.array(someLine, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }))
      .map(([lines, size]) => new AddLines(lines, size)),
    fc.tuple(someUrl, fc.array(someUrl, { minLength: 1, maxLength: 3 })).map(([url, from]) => new Prove(url, from)),
    someUrl.map((url) => new Find(url)),
    someUrl.map((url) => new RecordKnown(url)),
    fc.constant(new Reopen()),
  ],
  { maxCommands: 20 },
)

/** A registry does what the oracle does, whatever is asked of it and in whatever order. */
export function testAgainstOracle({ dialect, freshLocation }: TestDatabases, numRuns: number): void {
  test(`${dialect}: ${numRuns} sequences of steps end as the oracle says`, async () => {
    const property = fc.asyncProperty(steps, async (steps) => {
      const location = await freshLocation()
      const oracle = new Oracle()
      let database = await openDatabase(location)
      const reality: Reality = {
        registry: await createRegistry(database),
        async reopen() {
          await database.close()
          database = await openDatabase(location)
          reality.registry = await createRegistry(database)
        },
      }
      try {
        await fc.asyncModelRun(() => ({ model: oracle, real: reality }), steps)
        assert.deepEqual(await findFaults(database), [])
        await compareAll(oracle, reality.registry)
      } finally {
        await database.close()
      }
    })
    await fc.assert(property, runs(numRuns))
  })
}

async function compareAll(oracle: Oracle, registry: Registry): Promise<void> {
  const pages = await collect(registry.exportPages())
  assert.deepEqual(pages.map(({ canonicalUrl }) => canonicalUrl).toSorted(), oracle.pages())
  const aliases = await collect(registry.exportAliases())
  assert.deepEqual(inOrder(aliases.map(({ rawUrl, count }) => [rawUrl, count])), oracle.counts())
  const rejected = await collect(registry.exportRejected())
  assert.deepEqual(new Map(rejected.map(({ rawUrl, count }) => [rawUrl, count])), oracle.rejected)
}
