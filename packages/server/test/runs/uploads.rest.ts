import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { Runner } from '../../src/runs/runner.ts'
import { readRun } from '../../src/runs/runs.sql.ts'
import { UPLOAD_KEPT_MS } from '../../src/runs/uploads.sql.ts'
import { deleteUpload, listUploads, saveUpload, type UploadQuota } from '../../src/runs/uploads.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const CHUNK = 262_144
const MINUTE = 60_000

class Refused extends Error {}

const toQuota = (total: number, own = total): UploadQuota => ({ total, own, refuse: (detail) => new Refused(detail) })

async function* send(chunks: number): AsyncGenerator<Uint8Array> {
  for (let chunk = 0; chunk < chunks; chunk += 1) yield new Uint8Array(CHUNK).fill(120)
}

interface Stage {
  readonly app: Canonist
  readonly runner: Runner
  /** Begins no run: each waits until it is cancelled, or interrupted by `close`. */
  readonly idle: Runner
  upload(options?: { by?: string; chunks?: number; length?: number; quota?: UploadQuota }): Promise<number>
  /** How many bytes each upload has, the newest first. */
  listBytes(): Promise<number[]>
  pass(ms: number): void
}

for (const { dialect, freshLocation } of await bothDatabases()) {
  const check = (name: string, body: (stage: Stage) => Promise<void>): void =>
    void test(`${dialect}: ${name}`, async () => {
      let now = Date.now()
      const app = await openCanonist(await freshLocation())
      const { database } = app.context
      const runner = await Runner.open(app, { now: () => now })
      const idle = await Runner.open(app, { now: () => now, concurrency: 0 })
      const upload: Stage['upload'] = async ({ by = 'ada', chunks = 1, length, quota } = {}) =>
        (await saveUpload(database, { name: 'list.txt', by, body: send(chunks), length, now: () => now, quota })).id
      const listBytes: Stage['listBytes'] = async () =>
        (await listUploads(database, {})).items.map(({ bytes }) => bytes)
      try {
        await body({ app, runner, idle, upload, listBytes, pass: (ms) => void (now += ms) })
      } finally {
        await idle.close()
        await runner.close()
        await app.close()
      }
    })

  check('uploads that arrive at the same time share one quota', async ({ upload, listBytes }) => {
    const quota = toQuota(5 * CHUNK)
    const sent = await Promise.allSettled(Array.from({ length: 8 }, () => upload({ chunks: 2, quota })))
    const kept = sent.filter(({ status }) => status === 'fulfilled').length
    assert.ok(kept <= 2, `${kept} fit`)
    for (const each of sent)
      if (each.status === 'rejected') assert.ok(each.reason instanceof Refused, String(each.reason))
    assert.deepEqual(await listBytes(), Array<number>(kept).fill(2 * CHUNK), 'what did not fit has left nothing')
  })

  check('what is stored, and what is announced, counts for the token and for all', async ({ upload, listBytes }) => {
    await upload({ chunks: 2 })
    await upload({ by: 'bob', chunks: 2, quota: toQuota(4 * CHUNK, 2 * CHUNK) })
    for (const [by, chunks, length, quota, says] of [
      ['ada', 1, 0, toQuota(9 * CHUNK, 2 * CHUNK), /^the uploads of a token have at most 524,288 bytes$/],
      ['eve', 1, 0, toQuota(4 * CHUNK), /^all uploads together have at most 1,048,576 bytes$/],
      ['eve', 0, 6 * CHUNK, toQuota(9 * CHUNK), /^all uploads together/],
    ] as const)
      await assert.rejects(
        upload({ by, chunks, length, quota }),
        (error) => error instanceof Refused && says.test(error.message),
      )
    await upload({ by: 'eve', chunks: 1, length: CHUNK, quota: toQuota(5 * CHUNK, CHUNK) })
    assert.deepEqual(await listBytes(), [CHUNK, 2 * CHUNK, 2 * CHUNK])
  })

  check(
    'an upload goes with its run when that is done, and not before',
    async ({ runner, idle, upload, listBytes }) => {
      const id = await upload()
      const cancelled = await idle.start('canonicalize', { upload: id }, 'ada')
      await idle.cancel(cancelled.id)
      await idle.waitFor(cancelled.id)
      assert.deepEqual(await listBytes(), [CHUNK], 'a run that was cancelled can be resumed')
      const other = await runner.start('ingest', { upload: id }, 'ada')
      await runner.waitFor(other.id)
      assert.deepEqual(await listBytes(), [CHUNK], 'the other run may still be resumed')
      await runner.resume(cancelled.id)
      await runner.waitFor(cancelled.id)
      assert.deepEqual(await listBytes(), [])
    },
  )

  check('a week without use removes an upload, unless a run waits for it', async (stage) => {
    const { app, idle, upload, listBytes, pass } = stage
    const [, waiting, cancelled] = [
      await upload({ chunks: 1 }),
      await upload({ chunks: 2 }),
      await upload({ chunks: 3 }),
    ]
    pass(UPLOAD_KEPT_MS - MINUTE)
    const { id } = await idle.start('canonicalize', { upload: waiting }, 'ada')
    const { id: ended } = await idle.start('canonicalize', { upload: cancelled }, 'ada')
    await idle.cancel(ended)
    await idle.close()
    pass(2 * MINUTE)
    await upload({ chunks: 4 })
    assert.deepEqual(
      await listBytes(),
      [4, 3, 2].map((chunks) => chunks * CHUNK),
      'the first was never used',
    )
    pass(UPLOAD_KEPT_MS + 1)
    await upload({ chunks: 5 })
    assert.deepEqual(
      await listBytes(),
      [5, 2].map((chunks) => chunks * CHUNK),
    )
    const later = await Runner.open(app)
    await later.resume(id)
    await later.waitFor(id)
    assert.deepEqual(await listBytes(), [5 * CHUNK])
    await later.close()
  })

  check(
    'what a server left unfinished when it was killed goes after an hour',
    async ({ app, upload, listBytes, pass }) => {
      await upload({ chunks: 1 })
      await app.context.database.transaction((open) => open.run('update uploads set is_complete = 0'))
      pass(59 * MINUTE)
      await upload({ chunks: 2 })
      assert.deepEqual(await listBytes(), [2 * CHUNK, CHUNK])
      pass(2 * MINUTE)
      await upload({ chunks: 3 })
      assert.deepEqual(await listBytes(), [3 * CHUNK, 2 * CHUNK])
    },
  )

  check('no upload has the id of an earlier one, which a run may still name', async ({ app, idle, runner, upload }) => {
    const { database } = app.context
    const first = await upload()
    const run = await idle.start('ingest', { upload: first }, 'ada')
    await idle.cancel(run.id)
    await idle.waitFor(run.id)
    await deleteUpload(database, first, 0)
    const second = await upload({ by: 'bob' })
    await runner.resume(run.id)
    await runner.waitFor(run.id)
    const { state, error } = (await readRun(database, run.id)) ?? {}
    assert.deepEqual([state, error?.code], ['failed', 'upload/not-found'])
    const [kept, ...others] = (await listUploads(database, {})).items
    assert.deepEqual([kept?.id, kept?.uploadedBy, kept?.run, others], [second, 'bob', null, []])
    await deleteUpload(database, second, 0)
    assert.ok((await upload()) > second)
  })

  check('an upload is deleted, but not under a run, and what still arrives ends', async ({ app, idle, upload }) => {
    const { database } = app.context
    const id = await upload()
    const run = await idle.start('learn', { upload: id }, 'ada')
    await assert.rejects(deleteUpload(database, id, 0), { code: 'upload/in-use', kind: 'conflict' })
    await idle.cancel(run.id)
    await idle.waitFor(run.id)
    await deleteUpload(database, id, 0)
    await assert.rejects(deleteUpload(database, id, 0), { code: 'upload/not-found' })
    async function* interrupted(): AsyncGenerator<Uint8Array> {
      yield* send(1)
      const [{ id: arriving } = assert.fail()] = (await listUploads(database, {})).items
      await deleteUpload(database, arriving, 0)
      yield* send(1)
    }
    const sent = saveUpload(database, { name: 'x', by: 'ada', body: interrupted(), now: Date.now })
    await assert.rejects(sent, { code: 'upload/not-found' })
    assert.deepEqual(await database.all('select 1 from upload_chunks'), [])
  })
}
