// What one writes first: row by row with prepared statements, 10,000 rows a transaction, on the schema of the registry.
import { hash } from 'node:crypto'
import { classify, normalize, policies } from '@canonist/core'

export const ROWS_OF_TRANSACTION = 10_000

const ADD_POLICY = 'insert into policies (fingerprint, name, spec, added_at, in_force) values ($1, $2, $3, $4, 1)'
const ADD_HOST =
  'insert into hosts (host) values ($1) on conflict (host) do update set host = excluded.host returning id'
const ADD_PAGE = `insert into pages
  (policy_id, key, canonical_url, fetch_url, host_id, link_type, first_seen, last_seen) values (1, $1, $2, $3, $4, $5, $6, $6)
  on conflict (policy_id, key) do update set last_seen = excluded.last_seen returning id`
const ADD_ALIAS = `insert into aliases
  (page_id, raw_hash, raw_url, evidence, fragment, first_seen, last_seen, count) values ($1, $2, $3, 'rule', $4, $5, $5, 1)
  on conflict (page_id, raw_hash) do update set count = aliases.count + 1, last_seen = excluded.last_seen`

/** What is stored of a line, by the same functions that the registry uses. */
function makeRow(rawUrl) {
  const canonicalUrl = normalize(rawUrl)
  const [fetchUrl, fragment] = normalize(rawUrl, 'rfc3986').split('#')
  return {
    key: hash('sha256', canonicalUrl, 'buffer').subarray(0, 16),
    rawHash: hash('sha256', rawUrl, 'buffer').subarray(0, 16),
    canonicalUrl,
    fetchUrl,
    fragment: fragment === undefined ? null : `#${fragment}`,
    host: new URL(canonicalUrl).hostname,
    linkType: classify(canonicalUrl).linkType,
  }
}

const { fingerprint, name, spec } = policies.dedupe
const POLICY = [fingerprint, name, JSON.stringify(spec), 0]

/** @param database a node:sqlite database with the schema of the registry and its settings */
export function ingestPlainlyIntoSqlite(database, pieces, now) {
  const prepare = (sql) => database.prepare(sql.replaceAll('$', '?'))
  const [addHost, addPage, addAlias] = [ADD_HOST, ADD_PAGE, ADD_ALIAS].map(prepare)
  prepare(ADD_POLICY).run(...POLICY)
  const hosts = new Map()
  let waiting = 0
  database.exec('begin immediate')
  for (const lines of pieces) {
    for (const rawUrl of lines) {
      const { key, rawHash, canonicalUrl, fetchUrl, fragment, host, linkType } = makeRow(rawUrl)
      if (!hosts.has(host)) hosts.set(host, addHost.get(host).id)
      const { id } = addPage.get(key, canonicalUrl, fetchUrl, hosts.get(host), linkType, now)
      addAlias.run(id, rawHash, rawUrl, fragment, now)
      if (++waiting % ROWS_OF_TRANSACTION === 0) database.exec('commit; begin immediate')
    }
  }
  database.exec('commit')
}

/** @param client a client of pg, connected to a database with the schema of the registry */
export async function ingestPlainlyIntoPostgres(client, pieces, now) {
  const prepared =
    (name, text) =>
    (...values) =>
      client.query({ name, text, values })
  const [addHost, addPage, addAlias] = [
    prepared('host', ADD_HOST),
    prepared('page', ADD_PAGE),
    prepared('alias', ADD_ALIAS),
  ]
  await client.query(ADD_POLICY, POLICY)
  const hosts = new Map()
  let waiting = 0
  await client.query('begin')
  for (const lines of pieces) {
    for (const rawUrl of lines) {
      const { key, rawHash, canonicalUrl, fetchUrl, fragment, host, linkType } = makeRow(rawUrl)
      if (!hosts.has(host)) hosts.set(host, (await addHost(host)).rows[0].id)
      const { rows } = await addPage(key, canonicalUrl, fetchUrl, hosts.get(host), linkType, now)
      await addAlias(rows[0].id, rawHash, rawUrl, fragment, now)
      if (++waiting % ROWS_OF_TRANSACTION === 0) await client.query('commit; begin')
    }
  }
  await client.query('commit')
}
