import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import type { Row } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { canonist, start, temporaryFolder } from '@canonist/test-support/command.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { findFaults } from './support/state.ts'

const { path: folder, file } = temporaryFolder()
const POLICY = 'name: test\nextends: sources\nhosts: { allow: [boe.es, gob.es], shorteners: [bit.ly] }\n'

/** Sources as they come: the same in several spellings, unknown parameters, short links, and what is turned away. */
function sources(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const page = `www.boe.es/ley/articulo-${index % 97}`
    const dress = [`https://${page}`, `http://${page}/?utm_source=x`, `${page}#top`, `https://${page}?p${index % 5}=1`]
    if (index % 11 === 10) return `https://tienda-${index % 7}.com/`
    return index % 13 === 12 ? `https://bit.ly/${index % 9}` : (dress[index % 4] ?? '')
  })
}

/** Killed at random moments and run again, `admit --db` ends as if nothing had happened. */
export function testAdmissionKills({ dialect, emptyLocation }: TestDatabases, kills: number, lines: number): void {
  test(`${dialect}: ${kills} times kill -9 of admit: nothing is half written, nothing doubled`, async () => {
    file('policy.yaml', POLICY)
    file('urls.txt', sources(lines).join('\n'))
    const whole = await emptyLocation()
    assert.equal((await canonist(argsOn(whole), { cwd: folder })).code, 1)
    const expected = await readState(whole)
    const broken = await emptyLocation()
    for (let kill = 0; kill < kills; kill += 1) {
      await admitUntilKilled(broken, Math.random() * 400)
      await assertSound(broken)
    }
    assert.equal((await canonist(argsOn(broken), { cwd: folder })).code, 1)
    assert.deepEqual(await readState(broken), expected)
  })
}

const argsOn = (location: string): string[] => {
  const [policy, urls] = [join(folder, 'policy.yaml'), join(folder, 'urls.txt')]
  return ['admit', '--offline', '--quiet', '--policy', policy, '--db', location, urls]
}

/** The first line that is printed is the first that is recorded. */
async function admitUntilKilled(location: string, ms: number): Promise<void> {
  const child = start(argsOn(location), { cwd: folder })
  child.stderr.resume()
  const exit = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exit])
  child.stdout.resume()
  await Promise.race([exit, sleep(ms)])
  child.kill('SIGKILL')
  await exit
}

async function assertSound(location: string): Promise<void> {
  const database = await openDatabase(location)
  const homeless = await database.all(
    `select original from admissions where in_force = 1 and canonical_hash is not null
     and canonical_hash not in (select raw_hash from aliases)`,
  )
  assert.deepEqual([homeless, await findFaults(database)], [[], []])
  await database.close()
}

/** Everything but ids, times, and how often it was seen. */
async function readState(location: string): Promise<Record<string, Row[]>> {
  const database = await openDatabase(location)
  const all = (sql: string): Promise<Row[]> => database.all(sql)
  const state = {
    admissions: await all('select record, in_force, is_answered from admissions order by record, in_force'),
    pages: await all('select canonical_url, fetch_url, link_type from pages order by canonical_url'),
    aliases: await all(
      `select a.raw_url, a.evidence, a.fragment, p.canonical_url from aliases a join pages p on p.id = a.page_id
       order by a.raw_url, p.canonical_url`,
    ),
    rejected: await all('select code, message, count from rejected order by raw_hash'),
    reviews: await all('select kind, subject, count, state from reviews order by kind, subject'),
  }
  await database.close()
  assert.ok(Object.values(state).every((rows) => rows.length > 0))
  return state
}
