import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { createNetFailure } from '@canonist/web/internal/net/errors'
import { canonist as run } from '@canonist/test-support/command.ts'
import { bothDatabases, freshFolder } from '@canonist/test-support/databases.ts'

const lines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

for (const { dialect, freshLocation, emptyLocation } of await bothDatabases()) {
  describe(`${dialect}: canonist frontier`, () => {
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
