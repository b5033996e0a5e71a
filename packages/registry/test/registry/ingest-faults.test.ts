import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IngestReport, Lines } from '../../src/registry/ingest/ingest.ts'
import { createRegistry } from '../../src/registry/open-registry.ts'
import type { Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { startPostgres } from '@canonist/test-support/postgres.ts'
import { failingAtStatement } from './support/failing-database.ts'
import { mixedLines } from './support/mixed-lines.ts'
import { remembered } from './support/remembered.ts'
import { findFaults } from './support/state.ts'

const LINES = mixedLines(120)
const OPTIONS = { source: 'list', batchLines: 30 }

async function ingestOn(database: Database, lines: Lines, more: object = {}): Promise<IngestReport> {
  return (await createRegistry(database, { now: () => 1000 })).ingest(lines, { ...OPTIONS, ...more })
}

for (const databases of await bothDatabases()) {
  const name = databases.dialect

  async function open(t: TestContext): Promise<Database> {
    const database = await openDatabase(await databases.freshLocation())
    t.after(() => database.close())
    return database
  }

  test(`${name}: whatever statement of ingest fails, nothing is lost or doubled, and in the end it is done`, async (t) => {
    const [failing, whole] = [await open(t), await open(t)]
    let report: unknown = null
    for (let statement = 1; typeof report !== 'object' || report === null; statement += 1) {
      report = await ingestOn(failingAtStatement(failing, statement), LINES).catch(String)
      assert.deepEqual(await findFaults(failing), [])
      if (typeof report === 'string') assert.equal(report, `Error: statement ${statement} failed`)
    }
    assert.deepEqual(report, await ingestOn(whole, LINES))
    assert.deepEqual(await remembered(failing), await remembered(whole))
  })

  test(`${name}: what came before the lines failed is taken in, and the rest when they come`, async (t) => {
    const [broken, whole] = [await open(t), await open(t)]
    function* failing(): Generator<string> {
      yield* LINES.slice(0, 50)
      throw new Error('the cable is out')
    }
    await assert.rejects(ingestOn(broken, failing()), /the cable is out/)
    const [run] = await broken.all('select position, state from runs')
    assert.deepEqual(run, { position: 50, state: 'running' })
    assert.deepEqual(await ingestOn(broken, LINES), await ingestOn(whole, LINES))
    assert.deepEqual(await remembered(broken), await remembered(whole))
  })

  test(`${name}: stopped between the last line and the report, it reports the same and counts nothing again`, async (t) => {
    const [stopped, whole] = [await open(t), await open(t)]
    const never = { onReport: () => Promise.reject(new Error('killed')) }
    for (let times = 0; times < 3; times += 1) await assert.rejects(ingestOn(stopped, LINES, never), /killed/)
    const reports: IngestReport[] = []
    const onReport = async (report: IngestReport): Promise<void> => void reports.push(report)
    const expected = await ingestOn(whole, LINES)
    assert.deepEqual(await ingestOn(stopped, LINES, { onReport }), expected)
    assert.deepEqual(reports, [expected])
    assert.deepEqual(await remembered(stopped), await remembered(whole))
  })
}

test('PostgreSQL restarted in the middle of ingest: reported, nothing lost or doubled, and run again it ends the same', async (t) => {
  const server = await startPostgres()
  const [location, reference] = [await server.freshDatabase(), await server.freshDatabase()]
  const lines = mixedLines(3000)
  const database = await openDatabase(location)
  t.after(() => database.close())
  const codes = new Set<unknown>()
  let restarts = 0
  let restart: Promise<void> = Promise.resolve()
  const onProgress = (position: number): void => {
    if (restarts === 3 || position < (restarts + 1) * 700) return
    restarts += 1
    restart = server.stop().then(() => server.start())
  }
  for (let tries = 0; ; tries += 1) {
    const outcome: unknown = await ingestOn(database, lines, { onProgress }).catch((error: unknown) => error)
    await restart
    if (!(outcome instanceof Error)) break
    codes.add(Reflect.get(outcome, 'code'))
    assert.deepEqual(await findFaults(database), [])
    assert.ok(tries < 10, String(outcome))
    await sleep(50)
  }
  assert.equal(restarts, 3)
  assert.ok(codes.size > 0, 'no restart met a transaction')
  for (const code of codes) assert.match(String(code), /^store\/(?:connection-lost|unreachable)$/)
  const whole = await openDatabase(reference)
  t.after(() => whole.close())
  await ingestOn(whole, lines)
  assert.deepEqual(await remembered(database), await remembered(whole))
})
