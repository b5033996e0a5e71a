import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { canonist, commandLine, exitCode, start } from '@canonist/test-support/command.ts'
import { bothDatabases, freshFolder, sqliteFiles } from '@canonist/test-support/databases.ts'
import { holdUp } from '@canonist/test-support/hold-up.ts'
import { runOn, startPostgres } from '@canonist/test-support/postgres.ts'
import { send, type Handler } from '@canonist/test-support/loopback-web.ts'
import { faultsNow } from './support/faults-now.ts'
import { openCrawl } from './support/crawl.ts'

/** Pages that never come to an end. */
const endless: Handler = (_request, response, { path }) => {
  if (path === '/robots.txt') return send(response, { status: 404 })
  response.write('<html>')
  return undefined
}

type OpenCrawl = Awaited<ReturnType<typeof openCrawl>>

async function startOn({ location, web }: OpenCrawl, ...flags: readonly string[]) {
  const child = start([
    'work',
    '--db',
    location,
    '--host-delay',
    '0',
    ...flags,
    ...web.connectToFlags.flatMap((to) => ['--connect-to', to]),
  ])
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { child, said: () => said }
}

const isAsked = async ({ web }: OpenCrawl, count: number): Promise<void> => {
  while (web.requests.filter(({ path }) => path !== '/robots.txt').length < count) await sleep(20)
}

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: hard test 39: by SIGTERM and by Ctrl-C leases are given back at once, not after their time`, async () => {
    const crawl = await openCrawl(await databases.freshLocation(), endless)
    try {
      await crawl.frontier.submit(['http://a.example/', 'http://b.example/', 'http://c.example/'])
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const before = crawl.web.requests.length
        const { child } = await startOn(crawl, '--lease', '600')
        await isAsked(crawl, before === 0 ? 3 : 6)
        assert.equal((await crawl.frontier.countByState()).leased, 3)
        child.kill(signal)
        assert.equal(await exitCode(child), 0)
        assert.deepEqual((await crawl.frontier.countByState()).pending, 3)
        assert.deepEqual(await faultsNow(crawl.database), [])
        assert.ok((await crawl.urls()).every(({ attempts }) => attempts === 0))
      }
    } finally {
      await crawl.close()
    }
  })
}

test('a worker that was to drain the queue and was stopped says so', async () => {
  const crawl = await openCrawl(await sqliteFiles().freshLocation(), endless)
  try {
    await crawl.frontier.submit(['http://a.example/'])
    const { child, said } = await startOn(crawl, '--drain')
    await isAsked(crawl, 1)
    child.kill('SIGTERM')
    assert.equal(await exitCode(child), 3)
    assert.match(said(), /The worker stopped before everything was done\. Run/)
  } finally {
    await crawl.close()
  }
})

/** Writes down which transaction gave out which token. */
const WATCH_TOKENS = `
  create table tokens_seen (token bigint, given_by xid8);
  create function see_token() returns trigger language plpgsql as $$ begin
    insert into tokens_seen values (new.lease_token, pg_current_xact_id());
    return null;
  end $$;
  create trigger see_token after update of lease_token on frontier_urls for each row
    when (new.lease_token is not null and new.lease_token is distinct from old.lease_token) execute function see_token()`
const GIVEN_TWICE = 'select token from tokens_seen group by token having count(distinct given_by) > 1'

test('postgres: hard test 36: the server is restarted in the middle of a batch: the worker continues, nothing is requested or leased twice', async () => {
  const server = await startPostgres()
  // Pages after the 60th wait until nobody can write to the queue: a worker that is faster than this test would be done before.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  const pages: Handler = async (_request, response, { path }) => {
    if (path === '/robots.txt') return send(response, { status: 404 })
    asked += 1
    if (asked > 60) await held
    send(response, { body: `<html>${path}` })
  }
  const crawl = await openCrawl(await server.freshSchema(), pages)
  try {
    const urls = Array.from({ length: 300 }, (_, n) => `http://h${n % 10}.example/${n}`)
    await crawl.frontier.submit(urls)
    await runOn(crawl.location, WATCH_TOKENS)
    const { child, said } = await startOn(crawl, '--drain', '--lease', '30', '--retry-base', '0.01')
    const ended = exitCode(child)
    await isAsked(crawl, 60)
    const hold = await holdUp(crawl.location)
    release()
    // The connection that writes results. The one that claims URLs waits as well, unless the writer has locked all of its hosts.
    await hold.isWaitedFor(1)
    await sleep(1000)
    await server.stop()
    await sleep(500)
    await server.start()
    assert.equal(await ended, 0, said())
    assert.match(said(), /canonist: the database is back/)
    const stats = await crawl.frontier.countByState()
    assert.deepEqual({ fetched: stats.fetched, leased: stats.leased }, { fetched: 300, leased: 0 })
    assert.deepEqual(crawl.asked().toSorted(), urls.toSorted(), 'results are kept until they can be written')
    assert.deepEqual((await runOn(crawl.location, GIVEN_TWICE)).rows, [])
    assert.deepEqual(await faultsNow(crawl.database), [])
  } finally {
    await crawl.close()
  }
})

/** The processes that a process has started. */
const listChildren = (pid = 0): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

const says = async (said: () => string, what: RegExp): Promise<void> => {
  for (let round = 0; !what.test(said()); round += 1) {
    assert.ok(round < 600, said())
    await sleep(50)
  }
}

test('postgres: workers that start while the server starts wait for it, and so does one that crashes meanwhile', async () => {
  const server = await startPostgres()
  const crawl = await openCrawl(await server.freshSchema(), (_request, response, { path }) =>
    send(response, path === '/robots.txt' ? { status: 404 } : { body: '<html>here' }),
  )
  try {
    await crawl.frontier.submit(['http://a.example/', 'http://b.example/'])
    await server.stayStarting()
    const { child, said } = await startOn(crawl, '--drain', '--processes', '2')
    const ended = exitCode(child)
    const waits = 'The database server cannot be reached.*\\(the worker waits until then\\)\n'
    await says(said, new RegExp(`^(?:canonist: .*${waits}){2}$`))
    const [first = 0] = listChildren(child.pid)
    process.kill(first, 'SIGKILL')
    await says(said, new RegExp(`ended with SIGKILL. It is restarted in 1 s.\n.*${waits}$`))
    await server.start()
    assert.equal(await ended, 0, said())
    assert.equal(said().match(/^canonist: the database is back$/gm)?.length, 2, said())
    assert.equal((await crawl.frontier.countByState()).fetched, 2)
  } finally {
    await crawl.close()
  }
})

for (const { flags, code } of [
  { flags: [], code: 0 },
  { flags: ['--drain'], code: 3 },
])
  test(`a worker that waits for its server ends by SIGTERM, with ${code}: work ${flags.join(' ')}`, async () => {
    const child = start(['work', '--db', 'postgres://nobody:x@127.0.0.1:1/none', ...flags])
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    await says(() => said, /The database server cannot be reached.*\(the worker waits until then\)/)
    child.kill('SIGTERM')
    assert.equal(await exitCode(child), code)
    assert.equal(said.match(/cannot be reached/g)?.length, 1, said)
  })

const quote = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ')
const onDisk = (...args: readonly string[]): string => quote(commandLine([...args, '--db', 'r.db']))

/** A disk of its own, of two megabytes, that is full until the worker has said so; gone with these processes. */
const ON_FULL_DISK = `mount -t tmpfs -o size=2m tmpfs "$0" && cd "$0" || exit 99
  ${onDisk('frontier', 'add', '--quiet', 'http://refused.example/')} || exit 98
  mkfifo said; cat /dev/zero > ballast 2> /dev/null
  ${onDisk('work', '--drain', '--max-attempts', '1', '--connect-to', ':80:127.0.0.1:1')} 2> said & worker=$!
  while read -r line; do echo "$line"; case "$line" in *'disk is full'*) rm ballast;; esac; done < said
  wait $worker; echo "exit $?"`

test('sqlite: a worker that starts on a full disk waits until there is room', (t) => {
  const folder = freshFolder()
  for (const args of [['--mount'], ['--map-root-user', '--mount']]) {
    const { status, stdout } = spawnSync('unshare', [...args, 'sh', '-c', ON_FULL_DISK, folder], { encoding: 'utf8' })
    if (status === 99 || status === null || stdout === '') continue
    assert.match(
      stdout,
      /^canonist: "r\.db": The disk is full.*\(the worker waits until then\)\ncanonist: the database is back\ncanonist: 1 result, 1 retry.*\n.*\nexit 0\n$/,
    )
    return
  }
  t.skip('nothing can be mounted here')
})

test('sqlite: hard test 38: a worker waits while the disk is full, and continues when there is room', async () => {
  const crawl = await openCrawl(await sqliteFiles().freshLocation(), (_request, response, { path }) =>
    send(
      response,
      path === '/robots.txt' ? { status: 404 } : { body: `<html>${path}`, headers: { etag: 'e'.repeat(2000) } },
    ),
  )
  try {
    const urls = Array.from({ length: 200 }, (_, n) => `http://h${n % 20}.example/${n}`)
    await crawl.frontier.submit(urls)
    const [pages] = await crawl.database.all<{ page_count: number }>('pragma page_count')
    const limit = (most: number) => crawl.database.transaction((one) => one.all(`pragma max_page_count = ${most}`))
    await limit((pages?.page_count ?? 0) + 10)
    const troubles: (string | null)[] = []
    const onTrouble = (message: string | null): void => {
      if (message !== null && troubles.length === 0) void sleep(300).then(() => limit(1_000_000))
      troubles.push(message)
    }
    await crawl.drain({ onTrouble })
    assert.match(troubles[0] ?? '', /The disk is full/)
    assert.equal(troubles.at(-1), null)
    assert.equal((await crawl.frontier.countByState()).fetched, 200)
    assert.deepEqual(await faultsNow(crawl.database), [])
    assert.deepEqual(await crawl.database.all('pragma integrity_check'), [{ integrity_check: 'ok' }])
  } finally {
    await crawl.close()
  }
})

test('a second signal ends a worker at once, and its leases run out', async () => {
  const crawl = await openCrawl(await sqliteFiles().freshLocation(), endless)
  try {
    await crawl.frontier.submit(['http://a.example/'])
    const { child } = await startOn(crawl, '--lease', '1')
    await isAsked(crawl, 1)
    // Nobody can write: what is under way cannot be given back.
    const blocker = new DatabaseSync(crawl.location)
    blocker.exec('begin immediate')
    child.kill('SIGTERM')
    await sleep(300)
    child.kill('SIGTERM')
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    blocker.close()
    assert.deepEqual([code, signal], [null, 'SIGTERM'])
    assert.equal((await crawl.frontier.countByState()).leased, 1)
  } finally {
    await crawl.close()
  }
})

test('a database that is not there is named, and no new one is made', async () => {
  const { code, stderr } = await canonist(['work', '--db', '/nowhere/at-all.db', '--drain'])
  assert.equal(code, 3)
  assert.match(stderr, /The database does not exist/)
})
