import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openFrontier } from 'canonist/frontier'

const NUMBERS = {
  sqlite: (from, to) =>
    `(with recursive n (n) as (select ${from} union all select n + 1 from n where n < ${to}) select n from n) n`,
  postgres: (from, to) => `generate_series(${from}::bigint, ${to}::bigint) n (n)`,
}
const KEY = { sqlite: `unhex(printf('%032x', n.n))`, postgres: `decode(lpad(to_hex(n.n), 32, '0'), 'hex')` }

/** The same rows as by submitting so many URLs, made by the database itself, which is many times as fast. */
function fillSql(dialect, { rows, hosts }, now) {
  const host = `'h' || n.n || '.example'`
  // The URLs of a host lie together, as they are found.
  const number = `(n.n - 1) / ${Math.ceil(rows / hosts)}`
  const url = `'https://h' || ${number} || '.example/page/' || n.n`
  return [
    `insert into hosts (id, host) select n.n + 1, ${host} from ${NUMBERS[dialect](0, hosts - 1)}`,
    `insert into pages (id, policy_id, key, canonical_url, fetch_url, host_id, link_type, first_seen, last_seen)
     select n.n, (select id from policies where in_force = 1), ${KEY[dialect]}, ${url}, ${url}, ${number} + 1, 'informative', ${now}, ${now}
     from ${NUMBERS[dialect](1, rows)}`,
    `insert into frontier_urls (page_id, host_id, state, priority, due_at, added_at)
     select n.n, ${number} + 1, 'pending', 1, ${now}, ${now} from ${NUMBERS[dialect](1, rows)}`,
    `insert into host_clocks (host_id, allowed_at, ready_at) select n.n + 1, ${now}, ${now} from ${NUMBERS[dialect](0, hosts - 1)}`,
    `insert into frontier_counts (slot, state, reason, urls) values (0, 'pending', '', ${rows})`,
  ]
}

/** Makes a frontier with so many URLs that are due, on so many hosts. */
export async function fill(location, size) {
  const frontier = await openFrontier(location)
  // An empty submission puts the policy in force; its page is forgotten again.
  await frontier.submit(['https://first.example/'])
  await frontier.forget({ host: 'first.example' })
  await frontier.close()
  const isServer = location.startsWith('postgres')
  const statements = fillSql(isServer ? 'postgres' : 'sqlite', size, Date.now() - 1000)
  const before =
    'delete from host_clocks; delete from aliases; delete from pages; delete from hosts; delete from frontier_counts'
  await (isServer ? runOnServer : runOnFile)(location, [...before.split('; '), ...statements])
}

async function runOnServer(location, statements) {
  const client = new pg.Client(location)
  await client.connect()
  for (const sql of statements) await client.query(sql)
  await client.query("select setval(pg_get_serial_sequence('pages', 'id'), (select max(id) from pages))")
  await client.query("select setval(pg_get_serial_sequence('hosts', 'id'), (select max(id) from hosts))")
  await client.query('vacuum analyze')
  await client.end()
}

async function runOnFile(location, statements) {
  const database = new DatabaseSync(location)
  database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma foreign_keys = off; begin')
  for (const sql of statements) database.exec(sql)
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
}
