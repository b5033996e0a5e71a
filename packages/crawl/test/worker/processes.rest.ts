import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { exitCode, start } from '@canonist/test-support/command.ts'
import { bothDatabases, sqliteFiles } from '@canonist/test-support/databases.ts'
import type { Handler } from '@canonist/test-support/loopback-web.ts'
import { send } from '@canonist/test-support/loopback-web.ts'
import { faultsNow } from './support/faults-now.ts'
import { openCrawl } from './support/crawl.ts'

const quickPages: Handler = (_request, response, { path }) =>
  path === '/robots.txt' ? send(response, { status: 404 }) : send(response, { status: 200, body: '<title>Tea</title>' })

/** Pages that never end. */
const endlessPages: Handler = (_request, response, { path }) => {
  if (path === '/robots.txt') return send(response, { status: 404 })
  response.write('<html>')
  return undefined
}

const HOSTS = 40
const urls = Array.from({ length: HOSTS }, (_, index) => `http://h${index}.example/`)

type OpenCrawl = Awaited<ReturnType<typeof openCrawl>>

function startWorkers({ location, web }: OpenCrawl, ...flags: readonly string[]) {
  const connect = web.connectToFlags.flatMap((to) => ['--connect-to', to])
  const child = start(['work', '--db', location, '--host-delay', '0', '--processes', '3', ...flags, ...connect])
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
  return { child, printed: () => printed }
}

/** The workers that hold a URL at present, by their process. */
async function listWorkers({ database }: OpenCrawl): Promise<number[]> {
  const rows = await database.all<{ worker: string }>(
    'select distinct worker from host_clocks where held_by is not null order by worker',
  )
  return rows.map(({ worker }) => Number(worker.split(':').at(-1)))
}

async function waitForWorkers(crawl: OpenCrawl, isEnough: (pids: readonly number[]) => boolean): Promise<number[]> {
  for (let round = 0; round < 600; round += 1) {
    const pids = await listWorkers(crawl)
    if (isEnough(pids)) return pids
    await sleep(50)
  }
  throw new Error(`the workers that were waited for did not come: ${String(await listWorkers(crawl))}`)
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: several processes drain a queue together, and one summary adds up their results`, async () => {
    const crawl = await openCrawl(await databases.freshLocation(), quickPages)
    try {
      await crawl.frontier.submit(urls)
      const { child, printed } = startWorkers(crawl, '--drain', '--concurrency', '4')
      assert.equal(await exitCode(child), 0)
      assert.equal(printed(), `canonist: 40 results, 40 fetched, 0 renamed, 40 requests\n`)
      assert.equal((await crawl.frontier.countByState()).fetched, HOSTS)
      assert.deepEqual(await faultsNow(crawl.database), [])
    } finally {
      await crawl.close()
    }
  })
}

test('one signal stops all processes, which release their URLs', async () => {
  const sqlite = sqliteFiles()
  const crawl = await openCrawl(await sqlite.freshLocation(), endlessPages)
  try {
    await crawl.frontier.submit(urls)
    const { child } = startWorkers(crawl, '--concurrency', '4', '--lease', '10m')
    const pids = await waitForWorkers(crawl, ({ length }) => length === 3)
    child.kill('SIGTERM')
    assert.equal(await exitCode(child), 0)
    assert.deepEqual(pids.filter(isAlive), [])
    assert.equal((await crawl.frontier.countByState()).pending, HOSTS)
  } finally {
    await crawl.close()
  }
})

test('a process that crashes is restarted, and the others go on', async () => {
  const sqlite = sqliteFiles()
  const crawl = await openCrawl(await sqlite.freshLocation(), endlessPages)
  try {
    await crawl.frontier.submit(urls)
    const { child, printed } = startWorkers(crawl, '--concurrency', '4', '--lease', '2s')
    const [victim = 0, ...others] = await waitForWorkers(crawl, ({ length }) => length === 3)
    process.kill(victim, 'SIGKILL')
    const after = await waitForWorkers(crawl, (pids) => pids.length === 3 && !pids.includes(victim))
    assert.deepEqual(
      others.filter((pid) => !after.includes(pid)),
      [],
    )
    assert.match(printed(), /^canonist: worker [123] ended with SIGKILL\. It is restarted in 1 s\.$/m)
    child.kill('SIGTERM')
    assert.equal(await exitCode(child), 0)
  } finally {
    await crawl.close()
  }
})

test('processes whose starter was killed stop by themselves', async () => {
  const sqlite = sqliteFiles()
  const crawl = await openCrawl(await sqlite.freshLocation(), endlessPages)
  try {
    await crawl.frontier.submit(urls)
    const { child } = startWorkers(crawl, '--concurrency', '4', '--lease', '10m')
    const pids = await waitForWorkers(crawl, ({ length }) => length === 3)
    child.kill('SIGKILL')
    await exitCode(child)
    for (let round = 0; round < 200 && pids.some(isAlive); round += 1) await sleep(50)
    assert.deepEqual(pids.filter(isAlive), [])
    assert.equal((await crawl.frontier.countByState()).pending, HOSTS)
  } finally {
    await crawl.close()
  }
})

test('a failure that every process would report ends the command', async () => {
  const child = start(['work', '--db', '/nowhere/at-all.db', '--processes', '2'])
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
  assert.equal(await exitCode(child), 3)
  assert.match(printed, /Worker [12] failed, so all workers were stopped/)
})
