import { Buffer } from 'node:buffer'
import type { Database, Row } from '../../../src/store/database.ts'

/** Everything that ingest wrote but for times and ids: what any way to the same state must have in common. */
export async function remembered(database: Database): Promise<Record<string, readonly Row[]>> {
  const all = async (sql: string): Promise<Row[]> => (await database.all(sql)).map(shown)
  return {
    policies: await all('select fingerprint, name, in_force from policies order by fingerprint'),
    hosts: await all('select host from hosts order by host'),
    pages: await all(
      `select p.key, p.canonical_url, p.fetch_url, h.host, p.link_type from pages p join hosts h on h.id = p.host_id
       order by p.key`,
    ),
    aliases: await all(
      `select p.key, a.raw_hash, a.raw_url, a.evidence, a.fragment, a.count from aliases a join pages p on p.id = a.page_id
       order by a.raw_hash, p.key`,
    ),
    rejected: await all('select raw_hash, raw, code, message, count from rejected order by raw_hash'),
    reviews: await all('select kind, subject, count, state from reviews order by kind, subject'),
    runs: await all("select source, position, state, report from runs where kind = 'ingest' order by id"),
  }
}

function shown(row: Row): Row {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  ])
  return Object.fromEntries(cells) as Row
}
