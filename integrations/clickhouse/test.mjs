// npm run test:engines -- clickhouse [ROWS] [MANY ROWS]
import { deepStrictEqual, match, ok, throws } from 'node:assert/strict'
import { hash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createNormalizer } from '@canonist/core'
import {
  ALL_POLICIES,
  LONG_URL,
  OWN_POLICY,
  POISONED,
  POLICY_FILE,
  listCorpus,
  listVectors,
} from '../support/cases.mjs'
import { checkRows } from '../support/check-rows.mjs'
import { CANONIST } from '../support/command.mjs'
import { FORUM_LOG, learnSites } from '../support/learn.mjs'
import { describeMachine, formatRate, measureRows } from '../support/measure.mjs'

export const PACKAGES = ['chdb@3.4.0']

const readHere = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')

export async function run({ load, args: [rows = '1000000', many = '10000000'] }) {
  const { Session } = await load(PACKAGES[0])
  const folder = mkdtempSync(join(tmpdir(), 'canonist-clickhouse-'))
  const session = openSession(Session, folder)
  try {
    for (const sql of listStatements('functions.sql')) session.query(sql)
    checkOneRow(session)
    checkFaults(session, folder)
    const compared = checkVectors(session, folder) + (await checkCorpus(session, folder, Number(rows)))
    await checkKilledFilter(session, Number(rows))
    checkMany(session, Number(rows), Number(many))
    checkRecipes(session, folder)
    const version = session.query('select version()', 'TSVRaw').trim()
    const ran = `${compared.toLocaleString('en')} rows, ${Number(many).toLocaleString('en')} by sum, killed filter, recipes, faults`
    return { ok: true, version: `${PACKAGES[0]} (ClickHouse ${version})`, ran }
  } finally {
    session.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The engine with our functions, as an administrator would add them: a script, and a function for each policy. */
function openSession(Session, folder) {
  const scripts = join(folder, 'user_scripts')
  mkdirSync(scripts)
  copyFileSync(new URL('canonist-filter', import.meta.url), join(scripts, 'canonist-filter'))
  process.env['CANONIST_NODE'] = process.execPath
  process.env['CANONIST'] = CANONIST
  writeFileSync(join(folder, 'url_function.xml'), describeFunctions())
  const functions = `<user_defined_executable_functions_config>${folder}/*_function.xml</user_defined_executable_functions_config>`
  const config = join(folder, 'config.xml')
  writeFileSync(config, `<clickhouse>${functions}<user_scripts_path>${scripts}/</user_scripts_path></clickhouse>\n`)
  return new Session(join(folder, 'data'), { connectionArgs: [`--config-file=${config}`] })
}

/** functions.xml, with its functions repeated for every other policy. */
function describeFunctions() {
  const xml = readHere('functions.xml').replaceAll('<pool_size>16<', '<pool_size>1<')
  const [first] = xml.match(/ {2}<function>[\s\S]*<\/function>\n/)
  const others = Object.keys(ALL_POLICIES)
    .filter((policy) => policy !== 'dedupe')
    .map((policy) =>
      first
        .replaceAll(/<name>(url_\w+)</g, (_, name) => `<name>${nameFunction(name, policy)}<`)
        .replaceAll('--policy dedupe', `--policy ${policy === OWN_POLICY.name ? fileURLToPath(POLICY_FILE) : policy}`),
    )
  return xml.replace('</functions>', `${others.join('')}</functions>`)
}

const nameFunction = (name, policy) => (policy === 'dedupe' ? name : `${name}_${policy.replaceAll('-', '_')}`)

const listStatements = (name) =>
  readHere(name)
    .split(';\n')
    .filter((sql) => sql.trim() !== '')

const readRows = (session, sql) =>
  session
    .query(sql, 'JSONCompactEachRow')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Creates a table of `n` and `url` from a file, so that no text has to be quoted in SQL. */
function fill(session, folder, table, values) {
  const file = join(folder, `${table}.jsonl`)
  writeFileSync(file, values.map((url, n) => `${JSON.stringify({ n, url })}\n`).join(''))
  session.query(`create or replace table ${table} (n UInt64, url Nullable(String)) engine = MergeTree order by n`)
  session.query(`insert into ${table} select * from file('${file}', JSONEachRow, 'n UInt64, url Nullable(String)')`)
}

function readResults(session, table, policy) {
  const call = (name) => `${nameFunction(name, policy)}(url)`
  const rows = readRows(
    session,
    `with ${call('url_normalize')} as result select result, lower(hex(SHA256(result))), ${call('url_error')} from ${table} order by n`,
  )
  return rows.map(([url, key, error]) => ({ url, key, error }))
}

/** The smallest input, as a function and as a table. */
function checkOneRow(session) {
  const url = 'HTTPS://E.com/?b&a&utm_source=x'
  const [[normalized, key, host, same]] = readRows(
    session,
    `select url_normalize('${url}'), url_key('${url}'), url_host('https://u:p@[::1]:8080/'), url_same('${url}', 'https://e.com/?a&b')`,
  )
  deepStrictEqual([normalized, host, same], ['https://e.com/?a&b', '[::1]', 1])
  deepStrictEqual(key, hash('sha256', normalized))
  deepStrictEqual(
    readRows(
      session,
      `select * from executable('canonist-filter --policy rfc3986 --output url,error', TSV, 'url Nullable(String), error Nullable(String)', (select '${url}' as url union all select 'nope') )`,
    ),
    [
      ['https://e.com/?b&a&utm_source=x', null],
      [null, 'url/no-scheme'],
    ],
  )
}

function checkVectors(session, folder) {
  const inputs = listVectors()
  fill(session, folder, 'vectors', inputs)
  let compared = 0
  for (const policy of Object.keys(ALL_POLICIES))
    compared += checkRows('vectors', inputs, readResults(session, 'vectors', policy), policy)
  return compared
}

async function checkCorpus(session, folder, count) {
  const inputs = listCorpus(count)
  fill(session, folder, 'corpus', inputs)
  const compared = checkRows('corpus', inputs, readResults(session, 'corpus', 'dedupe'))
  process.stdout.write(`${describeMachine()}\n`)
  for (const call of ['url_normalize(url)', 'url_key(url)']) {
    const before = readFilterTime()
    const rate = await measureRows(count, () => session.query(`select ${call} from corpus format Null`))
    const filters = (((readFilterTime() - before) / 3 / count) * 1e6).toFixed(2)
    process.stdout.write(`${call}: ${formatRate(rate)} of ClickHouse, and ${filters} µs a row of its one filter\n`)
  }
  return compared
}

function checkFaults(session, folder) {
  const inputs = [null, ...POISONED, LONG_URL, 'https://e.com/last', null]
  fill(session, folder, 'poisoned', inputs)
  checkRows('poisoned rows', inputs, readResults(session, 'poisoned', 'dedupe'))
  deepStrictEqual(
    readRows(
      session,
      String.raw`select url_normalize(url), url_error(url) from values('url Nullable(String)', 'https://e.com/a', 'https://e.com/\xff', 'https://e.com/b')`,
    ),
    [
      ['https://e.com/a', null],
      [null, 'line/invalid-utf8'],
      ['https://e.com/b', null],
    ],
  )
}

/** A query fails if its filter dies; it never returns fewer rows. The next query starts a new filter. */
async function checkKilledFilter(session, count) {
  const sql = 'select count(), countIf(isNull(url_normalize(url))) from corpus'
  const expected = readRows(session, sql)
  deepStrictEqual(Number(expected[0][0]), count)
  const running = session.queryAsync(sql, { format: 'TSV' }).then(
    (result) => result.text(),
    (error) => error,
  )
  await sleep(300)
  for (const pid of listFilters()) process.kill(pid, 'SIGKILL')
  const result = await running
  ok(result instanceof Error, `the query returned ${result} although its filter was killed`)
  match(result.message, /url_normalize/)
  deepStrictEqual(readRows(session, sql), expected)
}

/** The filters among our child processes. */
function listFilters() {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || !existsSync(`/proc/${pid}/stat`)) return false
    const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
    const isFilter = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--chunk-header\0--output\0url')
    return Number(parent) === process.pid && isFilter
  })
}

/** CPU time of the filters, in seconds; the kernel counts in hundredths. */
function readFilterTime() {
  const times = listFilters().map((pid) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13),
  )
  return times.flat().reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
}

/** Too many distinct URLs to compare one by one, so a sum over their keys is compared. */
function checkMany(session, count, many) {
  const rounds = many / count
  const started = performance.now()
  const sum = `sum(reinterpretAsUInt64(substring(SHA256(url_normalize(concat(url, '?round=', toString(number)))), 1, 8)))`
  const [[rows, total]] = readRows(
    session,
    `select count(), toString(${sum}) from corpus cross join numbers(${rounds}) as rounds`,
  )
  process.stdout.write(
    `${Number(rows).toLocaleString('en')} rows in ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
  )
  deepStrictEqual(Number(rows), many)
  const [inputs, normalizer] = [listCorpus(count), createNormalizer('dedupe')]
  const expected = new BigUint64Array(1)
  for (let round = 0; round < rounds; round += 1) {
    for (const url of inputs) {
      const normalized = normalizer(`${url}?round=${round}`)
      if (normalized !== null) expected[0] += hash('sha256', normalized, 'buffer').readBigUInt64LE()
    }
  }
  deepStrictEqual(total, String(expected[0]))
}

function checkRecipes(session, folder) {
  fill(session, folder, 'links', ['https://E.com/?b&a', 'https://e.com/?a&b#x', 'nope', 'https://f.com/', null])
  for (const name of ['normalize.sql', 'deduplicate.sql']) for (const sql of listStatements(name)) session.query(sql)
  deepStrictEqual(readRows(session, 'select url, links from pages order by links desc'), [
    ['https://e.com/?a&b', 2],
    ['https://f.com/', 1],
  ])
  deepStrictEqual(readRows(session, 'select url, error from normalized where isNull(key) order by url'), [
    ['nope', 'url/no-scheme'],
    [null, null],
  ])
  session.query(`
    create or replace table crawl engine = MergeTree order by tuple() as
    select url, contentHash as content_hash, status from file('${FORUM_LOG}', JSONEachRow, 'url Nullable(String), contentHash Nullable(String), status UInt16')
    union all select concat('https://quiet.example/', toString(number)), hex(number), 200 from numbers(500)
    union all select 'https://forum.example.com/broken', null, 500`)
  const log = join(folder, 'crawl.jsonl')
  const [sql] = listStatements('learn-input.sql')
  session.query(sql.replace(`'crawl.jsonl'`, `'${log}'`))
  deepStrictEqual(learnSites(log), learnSites(FORUM_LOG))
  throws(() => session.query('select url_normalize()'), /url_normalize/)
}
