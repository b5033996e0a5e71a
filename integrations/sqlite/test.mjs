// npm run test:engines -- sqlite [ROWS]
// npm test covers the functions in detail: packages/lists/test/sql/sqlite.test.ts
import { deepStrictEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { registerUrlFunctions } from 'canonist/sqlite'
import { ALL_POLICIES, LONG_URL, OWN_POLICY, POISONED, listCorpus, listVectors } from '../support/cases.mjs'
import { checkRows } from '../support/check-rows.mjs'
import { describeMachine, formatRate, measureRows } from '../support/measure.mjs'

/** SQLite comes with Node. */
export const PACKAGES = []

export async function run({ args: [rows = '1000000'] }) {
  const database = new DatabaseSync(':memory:')
  registerUrlFunctions(database, { policies: { [OWN_POLICY.name]: OWN_POLICY } })
  const compared = checkVectors(database) + (await checkCorpus(database, Number(rows)))
  checkFaults(database)
  checkRecipe(database)
  const { version } = database.prepare('select sqlite_version() as version').get()
  database.close()
  return {
    ok: true,
    version: `${version} (Node ${process.version})`,
    ran: `${compared.toLocaleString('en')} rows, recipe, faults`,
  }
}

function fill(database, table, values) {
  database.exec(`drop table if exists ${table}; create table ${table} (url text); begin`)
  const insert = database.prepare(`insert into ${table} values (?)`)
  for (const value of values) insert.run(value)
  database.exec('commit')
}

function readResults(database, table, policy) {
  const call = (name) => `${name}(url, '${policy}')`
  const columns = `${call('url_normalize')} as url, ${call('url_key')} as key, ${call('url_error')} as error`
  return database.prepare(`select ${columns} from ${table} order by rowid`).all()
}

function checkVectors(database) {
  const inputs = listVectors()
  fill(database, 'vectors', inputs)
  let compared = 0
  for (const policy of Object.keys(ALL_POLICIES))
    compared += checkRows('vectors', inputs, readResults(database, 'vectors', policy), policy)
  return compared
}

async function checkCorpus(database, count) {
  const inputs = listCorpus(count)
  fill(database, 'corpus', inputs)
  const compared = checkRows('corpus', inputs, readResults(database, 'corpus', 'dedupe'))
  process.stdout.write(`${describeMachine()}\n`)
  for (const call of ['url_normalize(url)', `url_normalize(url, 'dedupe')`, 'url_key(url)', 'url_host(url)']) {
    const create = `drop table if exists measured; create table measured as select ${call} as result from corpus`
    const rate = await measureRows(count, () => database.exec(create))
    process.stdout.write(`${call}: ${formatRate(rate)}\n`)
  }
  return compared
}

/** No row makes a query fail, and none is lost. */
function checkFaults(database) {
  const inputs = [null, ...POISONED, LONG_URL, 'https://e.com/last', null]
  fill(database, 'poisoned', inputs)
  checkRows('poisoned rows', inputs, readResults(database, 'poisoned', 'dedupe'))
  // SQLite stores any bytes as text; Node replaces invalid UTF-8 before a function sees it.
  const row = database.prepare(`select url_normalize(cast(x'68747470733a2f2f652e636f6d2fff' as text)) as url`).get()
  deepStrictEqual({ ...row }, { url: 'https://e.com/%EF%BF%BD' })
}

function checkRecipe(database) {
  database.exec(readFileSync(new URL('links.sql', import.meta.url), 'utf8'))
  const insert = database.prepare('insert into links (url) values (?)')
  for (const url of ['https://E.com/?b&a', 'https://e.com/?a&b#x', 'nope', 'https://f.com/']) insert.run(url)
  deepStrictEqual(
    database
      .prepare('select url, links from pages')
      .all()
      .map((row) => Object.values(row)),
    [
      ['https://e.com/?a&b', 2],
      ['https://f.com/', 1],
    ],
  )
  deepStrictEqual(
    database
      .prepare('select url, error from invalid_links')
      .all()
      .map((row) => Object.values(row)),
    [['nope', 'url/no-scheme']],
  )
}
