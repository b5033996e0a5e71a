import { Buffer } from 'node:buffer'
import { countFaults } from '@canonist/test-support/count-faults.ts'
import type { Database, Row } from '../../../src/store/database.ts'

/** Everything that a registry remembers of pages and aliases, row by row. */
export async function readRows(database: Database): Promise<{ pages: Row[]; aliases: Row[]; active: Row[] }> {
  return {
    pages: (await database.all('select * from pages order by id')).map(shown),
    aliases: (await database.all('select * from aliases order by page_id, raw_hash')).map(shown),
    active: await database.all('select id, fingerprint, arriving from policies where in_force = 1 or arriving = 1'),
  }
}

/** The same by keys instead of ids: what any way to this state must have in common. */
export async function readMeaning(database: Database): Promise<Row[]> {
  const rows = await database.all(
    `select p.key, f.fingerprint, p.canonical_url, h.host, p.link_type, p.first_seen as page_first_seen,
       p.last_seen as page_last_seen, a.raw_url, a.evidence, a.fragment, a.own_key, a.first_seen, a.last_seen, a.count
     from pages p join policies f on f.id = p.policy_id join hosts h on h.id = p.host_id
     left join aliases a on a.page_id = p.id
     where p.merged_into is null or a.page_id is not null
     order by p.key, a.raw_hash`,
  )
  return rows.map(shown)
}

function shown(row: Row): Row {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  ])
  return Object.fromEntries(cells) as Row
}

/** What must hold at every moment. */
export async function findFaults(database: Database): Promise<string[]> {
  const faults: string[] = []
  const check = async (name: string, sql: string): Promise<void> => {
    const rows = await database.all(sql)
    if (rows.length > 0) faults.push(`${name}: ${JSON.stringify(rows.slice(0, 3).map(shown))}`)
  }
  if (database.dialect === 'sqlite') {
    await check('integrity', "select * from pragma_integrity_check where integrity_check <> 'ok'")
    await check('foreign keys', 'select * from pragma_foreign_key_check')
  }
  await check(
    'a page is merged into one that is merged',
    'select p.id from pages p join pages r on r.id = p.merged_into where r.merged_into is not null',
  )
  await check(
    'a page without aliases',
    `select id from pages p where merged_into is null
       and not exists (select 1 from aliases a where a.page_id = p.id)`,
  )
  await check(
    'a page that stands for itself under a policy that is not in use',
    `select p.id from pages p join policies f on f.id = p.policy_id
     where f.in_force = 0 and f.arriving = 0
       and (p.merged_into is null or exists (select 1 from aliases a where a.page_id = p.id))`,
  )
  await check('an alias that was never seen', 'select raw_url from aliases where count < 1')
  await check(
    'one URL by rule on two pages',
    'select raw_url from aliases where own_key is null group by raw_url having count(*) > 1',
  )
  return [...faults, ...(await countFaults(database))]
}
