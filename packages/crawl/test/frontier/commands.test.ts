import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { createNetFailure } from '@canonist/web/internal/net/errors'
import { canonist as run, start } from '@canonist/test-support/command.ts'
import { runOn } from '@canonist/test-support/postgres.ts'
import { frontierDatabases, freshFolder } from '@canonist/test-support/databases.ts'

const lines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const databases = await frontierDatabases()
const [sqlite, postgres] = databases
assert.ok(sqlite !== undefined && postgres !== undefined)

for (const { name: database, freshLocation, emptyLocation } of databases) {
  describe(`${database}: canonist frontier`, () => {
    test('add queues pages once, and prints how many', async () => {
      const db = await emptyLocation()
      const file = join(freshFolder(), 'seeds.txt')
      writeFileSync(file, 'https://a.example/\nhttps://A.example/#x\nnonsense\nhttps://b.example/?utm_source=x\n')
      const first = await run(['frontier', 'add', '--db', db, '--json', file])
      assert.deepEqual([first.code, lines(first.stdout)], [1, [{ seen: 4, new: 2, duplicates: 1, rejected: 1 }]])
      assert.match(first.stderr, /4 URLs, 2 newly queued pages, 1 duplicate, 1 rejected/)
      const second = await run(['frontier', 'add', '--db', db, '--quiet', '--json', 'https://a.example/'])
      assert.deepEqual([second.code, lines(second.stdout)], [0, [{ seen: 1, new: 0, duplicates: 1, rejected: 0 }]])
      const stats = await run(['frontier', 'stats', '--db', db, '--json'])
      assert.deepEqual(
        [stats.code, stats.stdout],
        [0, '{"pending":2,"leased":0,"fetched":0,"retry":0,"dead":0,"excluded":0}\n'],
      )
    })

    test('list continues behind the id of the last line, whatever is queued meanwhile', async () => {
      const db = await freshLocation()
      const frontier = await openFrontier(db)
      await frontier.submit(Array.from({ length: 5 }, (_, number) => `https://a.example/${number}`))
      const list = (...flags: string[]) => run(['frontier', 'list', '--db', db, '--json', ...flags])
      const first = lines((await list('--limit', '2')).stdout)
      assert.deepEqual(
        first.map(({ url }) => url),
        ['https://a.example/0', 'https://a.example/1'],
      )
      await frontier.submit(['https://0.example/', 'https://a.example/0'])
      await frontier.close()
      const last = String(first.at(-1)?.['id'])
      const next = lines((await list('--limit', '2', '--after', last, '--state', 'pending')).stdout)
      assert.deepEqual(
        next.map(({ url }) => url),
        ['https://a.example/2', 'https://a.example/3'],
      )
      const rest = lines((await list('--after', String(next.at(-1)?.['id']))).stdout)
      assert.deepEqual(
        rest.map(({ url }) => url),
        ['https://a.example/4', 'https://0.example/'],
      )
      const none = await list('--after', String(rest.at(-1)?.['id']))
      assert.deepEqual([none.code, none.stdout], [0, ''])
      const wrong = await list('--after', 'nonsense')
      assert.equal(wrong.code, 2)
      assert.match(wrong.stderr, /nonsense.*cursor/)
    })

    test('list, stats, explain and requeue speak of states and reasons', async () => {
      const db = await freshLocation()
      const frontier = await openFrontier(db)
      await frontier.submit(['https://a.example/', 'https://b.example/'])
      for (const claim of await frontier.claim()) {
        if (claim.host === 'a.example')
          await frontier.updateFailed(claim, { reason: 'gone', status: 410, detail: 'Gone' })
        else await frontier.updateFetchedWithFinalUrl(claim, 'https://c.example/', { status: 200 })
      }
      await frontier.close()

      const list = await run(['frontier', 'list', '--db', db, '--json', '--state', 'dead', '--reason', 'gone'])
      const [url] = lines(list.stdout)
      assert.deepEqual(
        [
          url?.['url'],
          url?.['state'],
          url?.['reason'],
          url?.['detail'],
          url?.['host'],
          url?.['attempts'],
          url?.['httpStatus'],
          url?.['finalUrl'],
        ],
        ['https://a.example/', 'dead', 'gone', 'Gone', 'a.example', 1, 410, null],
      )
      const renamed = await run(['frontier', 'list', '--db', db, '--host', 'c.example'])
      assert.match(renamed.stdout, /^fetched +https:\/\/c\.example\/\n$/)
      assert.match((await run(['frontier', 'stats', '--db', db])).stdout, /dead +1\n +gone +1\n/)

      const story = await run(['frontier', 'explain', '--db', db, 'https://B.example/#x'])
      assert.match(story.stdout, /https:\/\/c\.example\/\n {2}The URL was fetched\./)
      assert.match(story.stdout, /renamed +200, https:\/\/b\.example\/ to https:\/\/c\.example\//)
      assert.match(story.stdout, /redirect +https:\/\/b\.example\//)
      assert.equal((await run(['frontier', 'explain', '--db', db, 'https://nobody.example/'])).code, 1)

      const several = await run([
        'frontier',
        'list',
        '--db',
        db,
        '--reason',
        'reset,gone',
        '--reason-class',
        'http,url',
      ])
      assert.match(several.stdout, /^dead +gone +https:\/\/a\.example\/\n$/)
      const none = await run(['frontier', 'list', '--db', db, '--reason-class', 'robots', '--limit', '5'])
      assert.deepEqual([none.stdout, none.stderr], ['', 'canonist: No queued URL matches\n'])
      const requeue = await run(['frontier', 'requeue', '--db', db, '--reason-class', 'http', '--json'])
      assert.deepEqual([requeue.code, requeue.stdout], [0, '{"requeued":1}\n'])
      const requeued = await run(['frontier', 'explain', '--db', db, 'https://a.example/'])
      assert.match(requeued.stdout, /requeued +gone, the state was dead\n/)
      const one = await run(['frontier', 'requeue', '--db', db, '--host', 'a.example'])
      assert.equal(one.stderr, 'canonist: 1 URL requeued. Run canonist work to fetch it.\n')
      const again = await run(['frontier', 'requeue', '--db', db, '--reason', 'gone'])
      assert.deepEqual([again.code, again.stderr], [1, 'canonist: 0 URLs requeued\n'])
    })

    test('explain names the flag, not the option of the library, that helps', async () => {
      const db = await freshLocation()
      const frontier = await openFrontier(db)
      await frontier.submit(['https://a.example/'])
      const { message } = createNetFailure('body_too_large', 'https://a.example/', 'more than 2000 bytes')
      for (const claim of await frontier.claim())
        await frontier.updateFailed(claim, { reason: 'body_too_large', detail: message })
      await frontier.close()

      const { stdout } = await run(['frontier', 'explain', '--db', db, 'https://a.example/'])
      assert.equal(stdout.match(/Raise --max-bytes/g)?.length, 2, stdout)
      assert.doesNotMatch(stdout, /maxBytes/)
    })
  })
}

describe('canonist frontier', () => {
  const wrong: readonly (readonly [args: readonly string[], code: number, says: RegExp])[] = [
    [['list', '--reason', 'bad_luck'], 2, /it is none of the 49 names\. The nearest are /],
    [['list', '--reason', 'gone,bad_luck'], 2, /--reason "bad_luck": it is none of the 49 names\. The nearest are /],
    [['list', '--reason', 'gone,'], 2, /--reason "": it is none of the 49 names/],
    [['requeue', '--reason-class', 'htpt'], 2, /it must be one of redirect, robots, .*Did you mean http\?/],
    [['list', '--state', 'happy'], 2, /happy/],
    [['requeue'], 2, /No URLs are chosen\. Name them/],
    [['requeue', '--state', 'dead', '--db', '/nowhere/at/all.db'], 3, /database does not exist/],
    [['stats', '--db', '/nowhere/at/all.db'], 3, /database does not exist/],
    [['explain', 'example'], 2, /is not a valid URL\. Write it in full/],
    [['explain', 'example.com'], 2, /Did you mean: canonist frontier explain https:\/\/example\.com\n/],
  ]
  for (const [args, code, says] of wrong) {
    test(`${args.join(' ')} ends with ${code}`, async () => {
      const result = await run(['frontier', ...args])
      assert.equal(result.code, code, result.stderr)
      assert.match(result.stderr, says)
    })
  }
})

describe('canonist frontier partition', () => {
  test('splits a new database or a used one, and joins it again', async () => {
    const db = await postgres.emptyLocation()
    const created = await run(['frontier', 'partition', '--db', db, '--json', '4'])
    assert.deepEqual([created.code, lines(created.stdout)], [0, [{ before: 1, partitions: 4, urls: 0 }]])
    assert.match(created.stderr, /the queue now is in 4 partitions: 0 URLs copied/)
    await run(['frontier', 'add', '--db', db, '--quiet', 'https://a.example/', 'https://b.example/'])
    const again = await run(['frontier', 'partition', '--db', db, '4'])
    assert.match(again.stderr, /the queue already is in 4 partitions/)
    const joined = await run(['frontier', 'partition', '--db', db, '1'])
    assert.deepEqual([joined.code, joined.stdout], [0, ''])
    assert.match(joined.stderr, /the queue now is in one table: 2 URLs copied/)
  })

  test('refuses SQLite, and creates no file for it', async () => {
    const missing = join(freshFolder(), 'missing.db')
    const none = await run(['frontier', 'partition', '--db', missing, '4'])
    assert.match(none.stderr, /does not exist/)
    assert.ok(!existsSync(missing))
    const db = await sqlite.freshLocation()
    await run(['frontier', 'add', '--db', db, '--quiet', 'https://a.example/'])
    const refused = await run(['frontier', 'partition', '--db', db, '4'])
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /SQLite has no partitions\. Use a PostgreSQL database/)
  })

  test('interrupted, it ends at once, and the queue is as it was', async () => {
    const db = await postgres.freshLocation()
    await run(['frontier', 'add', '--db', db, '--quiet', 'https://a.example/'])
    const holder = new pg.Client(db)
    await holder.connect()
    await holder.query('begin; lock table frontier_urls in row exclusive mode')
    const command = start(['frontier', 'partition', '--db', db, '4'])
    let stderr = ''
    command.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
    const isWaiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'create trigger%'`
    // Not by the holder: a transaction sees one state of the activity.
    while ((await runOn(db, isWaiting)).rowCount === 0) await sleep(50)
    command.kill('SIGINT')
    assert.deepEqual(await once(command, 'close'), [3, null])
    assert.match(stderr, /Interrupted\. The queue is as it was/)
    await holder.query('rollback')
    assert.equal((await holder.query(`select 1 from pg_class where relname like 'frontier_urls_next%'`)).rowCount, 0)
    await holder.end()
  })

  for (const wrong of ['0', '257', '1.5', 'many'])
    test(`refuses ${wrong} partitions`, async () => {
      const { code, stderr } = await run(['frontier', 'partition', wrong])
      assert.equal(code, 2)
      assert.match(stderr, /whole number from 1 to 256/)
    })
})
