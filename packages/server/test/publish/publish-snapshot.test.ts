import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { publishSnapshot } from '../../src/publish/publish-snapshot.ts'
import { countAll } from '../../src/canonist/count-all.ts'
import { listRuns } from '../../src/runs/list-runs.ts'
import { Runner } from '../../src/runs/runner.ts'
import { readEventRange } from '../../src/events/events.sql.ts'
import { saveUpload } from '../../src/runs/uploads.ts'
import type { Database } from '@canonist/registry/internal/store/database'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { bothDatabases, freshFolder } from '@canonist/test-support/databases.ts'

const PAGE = 'https://example.com/public'

/** What only the server may know: each would be found in the file. */
const SECRETS = ['secret-content', 'secret-upload-name', 'secret-token-name', 'secret-path']

/** Tables that are the registry. All others are as in a new database. */
const PUBLISHED = [
  'policies hosts host_facts pages aliases admissions admission_policies rejected reviews review_inputs runs',
  'page_health observations host_checks counts',
].flatMap((names) => names.split(' '))

async function* text(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

async function readOtherTables(database: Database): Promise<Record<string, unknown>> {
  const names = await database.all<{ readonly name: string }>(
    `select name from sqlite_schema where type = 'table' order by name`,
  )
  const others = names.map(({ name }) => name).filter((name) => !PUBLISHED.includes(name))
  const rows = await Promise.all(others.map(async (name) => [name, await database.all(`select * from ${name}`)]))
  return Object.fromEntries(rows) as Record<string, unknown>
}

/** Without the times at which migrations ran. */
const withoutMigrations = ({ migrations, ...rest }: Record<string, unknown>): Record<string, unknown> => {
  assert.ok(Array.isArray(migrations))
  return rest
}

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: a snapshot has the registry, and nothing of the queue, runs, uploads and events`, async (t) => {
    const canonist = await openCanonist(await databases.freshLocation())
    t.after(() => canonist.close())
    const { database } = canonist.context
    const registry = await canonist.registry()
    await registry.ingest([PAGE], { source: '{"file":"/secret-path/list.txt"}' })
    await (await canonist.frontier()).submit([PAGE])
    const upload = { name: 'secret-upload-name', by: 'secret-token-name', body: text('secret-content\n'), now: () => 1 }
    const { id } = await saveUpload(database, upload)
    const runner = await Runner.open(canonist)
    const run = await runner.start('ingest', { upload: id }, 'secret-token-name')
    await runner.waitFor(run.id)
    await runner.close()
    // The line that is not a URL was put before a person. Who decided it is part of the decision.
    const { items: reviews } = await registry.listReviews({})
    assert.equal(reviews.length, 1)
    const decided = await registry.decideReview(reviews[0]?.id ?? 0, { verb: 'accept', by: 'ann', why: 'a joke' })
    assert.ok(decided.ok)
    // There is something to leave out.
    assert.equal((await listRuns(database, {}, {})).items.length, 1)
    assert.ok((await readEventRange(database)).last > 0)

    const folder = freshFolder()
    const { file, pages } = await publishSnapshot(canonist, folder)
    assert.equal(pages, 1)
    const bytes = readFileSync(join(folder, file))
    // In the registry itself: a line that is not a URL is rejected, and that list is published.
    assert.deepEqual(
      SECRETS.filter((secret) => bytes.includes(secret)),
      ['secret-content'],
    )
    assert.ok(bytes.includes(PAGE))

    const copy = await openCanonist(join(folder, file), { readOnly: true })
    const empty = await openDatabase(join(freshFolder(), 'empty.db'))
    t.after(() => Promise.all([copy.close(), empty.close()]))
    const counts = await countAll(copy)
    assert.deepEqual([counts.pages, counts.rejected], [1, 1])
    assert.deepEqual(new Set(Object.values(counts.frontier)), new Set([0]))
    const { items: published } = await (await copy.registry()).listReviews({ state: 'all' })
    assert.deepEqual(
      published.map(({ state, decidedBy, why }) => [state, decidedBy, why]),
      [['accepted', 'ann', 'a joke']],
    )
    assert.deepEqual(
      withoutMigrations(await readOtherTables(copy.context.database)),
      withoutMigrations(await readOtherTables(empty)),
    )
  })
}
