// npm run test:engines -- duckdb [ROWS]
import { deepStrictEqual, rejects } from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { registerUrlFunctions } from 'canonist/duckdb'
import { ALL_POLICIES, LONG_URL, OWN_POLICY, POISONED, listCorpus, listVectors } from '../support/cases.mjs'
import { checkRows } from '../support/check-rows.mjs'
import { FORUM_LOG, learnSites } from '../support/learn.mjs'
import { describeMachine, formatRate, measureRows } from '../support/measure.mjs'

export const PACKAGES = ['@duckdb/node-api@1.5.5-r.5']

export async function run({ load, args: [rows = '1000000'] }) {
  const duckdb = await load(PACKAGES[0])
  const data = mkdtempSync(join(tmpdir(), 'canonist-duckdb-'))
  const connection = await duckdb.DuckDBConnection.create()
  try {
    await registerUrlFunctions(connection, { policies: { [OWN_POLICY.name]: OWN_POLICY } })
    const database = createDatabase(connection, data)
    const compared = (await checkVectors(database)) + (await checkCorpus(database, Number(rows)))
    await checkPlaces(database)
    await checkFaults(database)
    await checkMessages(database)
    await checkRecipes(database)
    const [[version]] = await database.read('select version()')
    return {
      ok: true,
      version: `${PACKAGES[0]} (${version})`,
      ran: `${compared.toLocaleString('en')} rows, recipes, faults`,
    }
  } finally {
    connection.closeSync()
    rmSync(data, { recursive: true, force: true })
  }
}

/** The operations that the tests need. */
function createDatabase(connection, folder) {
  return {
    folder,
    run: (sql) => connection.run(sql),
    read: async (sql) => (await connection.runAndReadAll(sql)).getRows(),
    /** A table of one column, in the order of `values`. */
    async fill(table, values) {
      await connection.run(`create or replace table ${table} (n integer, url varchar)`)
      const appender = await connection.createAppender(table)
      for (const [index, value] of values.entries()) {
        appender.appendInteger(index)
        if (value === null) appender.appendNull()
        else appender.appendVarchar(value)
        appender.endRow()
      }
      appender.closeSync()
    },
  }
}

const toRow = ([url, key, error]) => ({ url, key, error })

async function checkVectors({ fill, read }) {
  const inputs = listVectors()
  await fill('vectors', inputs)
  let compared = 0
  for (const policy of Object.keys(ALL_POLICIES)) {
    const call = (name) => `${name}(url, '${policy}')`
    const rows = await read(
      `select ${call('url_normalize')}, ${call('url_key')}, ${call('url_error')} from vectors order by n`,
    )
    compared += checkRows('vectors', inputs, rows.map(toRow), policy)
    const [[same]] = await read(
      `select count(*) from vectors where url_same(url, url, '${policy}') is distinct from (case when ${call('url_error')} is null then true end)`,
    )
    deepStrictEqual(same, 0n)
  }
  return compared
}

async function checkCorpus({ fill, read, run }, count) {
  const inputs = listCorpus(count)
  await fill('corpus', inputs)
  const rows = await read('select url_normalize(url), url_key(url), url_error(url) from corpus order by n')
  checkRows('corpus', inputs, rows.map(toRow))
  process.stdout.write(`${describeMachine()}\n`)
  for (const call of ['url_normalize(url)', `url_normalize(url, 'dedupe')`, 'url_key(url)', 'url_host(url)']) {
    const rate = await measureRows(count, () =>
      run(`create or replace table measured as select ${call} as result from corpus`),
    )
    process.stdout.write(`${call}: ${formatRate(rate)}\n`)
  }
  return inputs.length
}

/** DuckDB lays out texts in memory in another way for each of these, and the functions read several texts at once. */
async function checkPlaces({ run, read, folder }) {
  const [file, parquet, csv] = ['places.db', 'places.parquet', 'places.csv'].map((name) => join(folder, name))
  await run(`copy vectors to '${parquet}'; copy vectors to '${csv}' (force_quote *)`)
  // Attached again, because only then the texts come from the file, where they are compressed.
  await run(
    `attach '${file}' as stored; create table stored.vectors as from vectors; detach stored; attach '${file}' as stored`,
  )
  const places = {
    file: 'stored.vectors',
    parquet: `'${parquet}'`,
    csv: `read_csv('${csv}', all_varchar = true, allow_quoted_nulls = false)`,
    sorted: '(from vectors order by hash(n))',
    filtered: '(from vectors where n % 3 = 0)',
    repeated: '(select v.n, v.url from vectors v, range(3))',
    computed: `(select n, replace(url, 'x', 'x') as url from vectors)`,
  }
  for (const [place, from] of Object.entries(places)) {
    const wrong = await read(`
      select there.url
      from (select n::integer as n, url, url_normalize(url) as normalized, url_error(url) as error from ${from}) there
      join (select n, url_normalize(url) as normalized, url_error(url) as error from vectors) here using (n)
      where (there.normalized, there.error) is distinct from (here.normalized, here.error)`)
    deepStrictEqual(wrong, [], place)
  }
  await run('detach stored')
}

/** No row makes a query fail, and none is lost. */
async function checkFaults({ fill, read, run, folder }) {
  const inputs = [null, ...POISONED, LONG_URL, 'https://e.com/last', null]
  await fill('poisoned', inputs)
  const rows = await read('select url_normalize(url), url_key(url), url_error(url) from poisoned order by n')
  checkRows('poisoned rows', inputs, rows.map(toRow))
  // DuckDB refuses invalid UTF-8 in text files, so this one is read as bytes, which DuckDB escapes.
  const file = join(folder, 'invalid.txt')
  writeFileSync(file, Buffer.from('https://e.com/a\nhttps://e.com/\xff\nhttps://e.com/b\n', 'latin1'))
  await rejects(run(`from read_csv('${file}', header = false, columns = { url: 'varchar' })`), /utf-8/i)
  const bytes = await read(`
    select url_normalize(url), url_error(url)
    from (select unnest(split(trim(content::varchar, '\\x0A'), '\\x0A')) as url from read_blob('${file}'))`)
  deepStrictEqual(bytes, [
    ['https://e.com/a', null],
    ['https://e.com//xFF', null],
    ['https://e.com/b', null],
  ])
}

async function checkMessages({ read }) {
  await rejects(
    read(`select url_normalize('https://e.com/', 'nwes')`),
    /"nwes" is unknown; use one of rfc3986, .*, news/,
  )
  await rejects(read(`select url_normalize()`), /No function matches/)
  deepStrictEqual(await read(`select url_normalize('https://e.com/', null), url_same(null, 'https://e.com/')`), [
    [null, null],
  ])
}

async function checkRecipes({ fill, read, run, folder }) {
  const recipe = (name) =>
    readFileSync(new URL(name, import.meta.url), 'utf8').replace(`'crawl.jsonl'`, `'${join(folder, 'crawl.jsonl')}'`)
  await fill('links', ['https://E.com/?b&a', 'https://e.com/?a&b#x', 'nope', 'https://f.com/', null])
  await run(recipe('normalize.sql'))
  await run(recipe('deduplicate.sql'))
  deepStrictEqual(await read('select url, links from pages'), [
    ['https://e.com/?a&b', 2n],
    ['https://f.com/', 1n],
  ])
  deepStrictEqual(await read('select count(*) from normalized'), [[5n]])
  await checkLearning({ run, folder }, recipe('learn-input.sql'))
}

/** A crawl of two sites, of which only the first has rules to learn: the policy must cover that one alone. */
async function checkLearning({ run, folder }, sql) {
  await run(`
    create or replace table crawl as
    select url, contentHash as content_hash, 200 as status from read_json('${FORUM_LOG}')
    union all select 'https://quiet.example/' || page, md5('quiet' || page), 200 from range(500) pages(page)
    union all select 'https://forum.example.com/broken', null, 500`)
  await run(sql)
  deepStrictEqual(learnSites(join(folder, 'crawl.jsonl')), learnSites(FORUM_LOG))
}
