import type { Transaction } from '../../store/database.ts'
import { hostOf } from '../spelling.ts'
import { addHosts } from './add-hosts.ts'

/**
 * Brings the next pages of a run back to what they were, with their aliases; tells how many. What is restored leaves the
 * log, so that the log is also the list of what remains to be done.
 */
export async function restorePages(transaction: Transaction, runId: number, most: number): Promise<number> {
  const rows = await transaction.all<{ readonly page_id: number; readonly canonical_url: string }>(
    'select page_id, canonical_url from rekey_pages where run_id = $1 and policy_id is not null order by page_id limit $2',
    [runId, most],
  )
  if (rows.length === 0) return 0
  await transaction.stage(
    'restored',
    'page_id integer primary key, host text',
    rows.map(({ page_id, canonical_url }) => [page_id, hostOf(canonical_url)]),
  )
  await restoreHosts(transaction, runId)
  await restoreAliases(transaction, runId)
  await transaction.run(
    `update pages set policy_id = l.policy_id, key = l.key, canonical_url = l.canonical_url, host_id = h.id,
       link_type = l.link_type, first_seen = l.first_seen, last_seen = l.last_seen, merged_into = l.merged_into
     from restored r cross join rekey_pages l cross join hosts h
     where h.host = r.host and l.run_id = $1 and l.page_id = r.page_id and pages.id = l.page_id`,
    [runId],
  )
  await transaction.run('delete from rekey_aliases where run_id = $1 and page_id in (select page_id from restored)', [
    runId,
  ])
  await transaction.run('delete from rekey_pages where run_id = $1 and page_id in (select page_id from restored)', [
    runId,
  ])
  return rows.length
}

/** A host that the run left without pages was removed; it comes back under its old number, unless that is another host's now. */
async function restoreHosts(transaction: Transaction, runId: number): Promise<void> {
  await transaction.run(
    `insert into hosts (id, host) select l.host_id, r.host from restored r cross join rekey_pages l
     where l.run_id = $1 and l.page_id = r.page_id group by l.host_id, r.host order by l.host_id on conflict do nothing`,
    [runId],
  )
  await addHosts(transaction, 'restored')
}

// Cross joins, so that SQLite begins with the staged table, which is the small one.
const LOGGED = 'restored r cross join rekey_aliases l'
const OF_RUN = 'l.run_id = $1 and l.page_id = r.page_id'

/** What is taken from a page that aliases were joined on is only their own part of the count. */
async function restoreAliases(transaction: Transaction, runId: number): Promise<void> {
  await transaction.stage('coming_back', ALIAS_COLUMNS, [])
  await transaction.run(
    `insert into coming_back
     select l.page_id, l.raw_hash, a.raw_url, l.evidence, a.fragment, l.own_key, l.first_seen, l.last_seen, l.count
     from ${LOGGED} cross join aliases a
     where ${OF_RUN} and l.moved_to <> l.page_id and a.page_id = l.moved_to and a.raw_hash = l.raw_hash`,
    [runId],
  )
  await transaction.stage('taken_back', 'page_id integer, raw_hash bytes, count integer', [])
  await transaction.run(
    `insert into taken_back select l.moved_to, l.raw_hash, sum(l.count) from ${LOGGED}
     where ${OF_RUN} and l.moved_to <> l.page_id group by l.moved_to, l.raw_hash`,
    [runId],
  )
  await transaction.run(
    `update aliases set count = aliases.count - t.count from taken_back t
     where aliases.page_id = t.page_id and aliases.raw_hash = t.raw_hash`,
  )
  await transaction.run(
    'delete from aliases where count = 0 and (page_id, raw_hash) in (select page_id, raw_hash from taken_back)',
  )
  await transaction.run(
    `insert into aliases (page_id, raw_hash, raw_url, evidence, fragment, own_key, first_seen, last_seen, count)
     select page_id, raw_hash, raw_url, evidence, fragment, own_key, first_seen, last_seen, count
     from coming_back where true order by page_id, raw_hash
     on conflict (page_id, raw_hash) do update set evidence = excluded.evidence, own_key = excluded.own_key,
       first_seen = excluded.first_seen, last_seen = excluded.last_seen, count = aliases.count + excluded.count`,
  )
  await transaction.run(
    `update aliases set evidence = l.evidence, own_key = l.own_key, first_seen = l.first_seen, last_seen = l.last_seen
     from ${LOGGED}
     where ${OF_RUN} and l.moved_to = l.page_id and aliases.page_id = l.page_id and aliases.raw_hash = l.raw_hash`,
    [runId],
  )
}

const ALIAS_COLUMNS = `page_id integer, raw_hash bytes, raw_url text, evidence text, fragment text, own_key bytes,
  first_seen integer, last_seen integer, count integer`

/** Removes the next pages that the run made; by then they hold nothing. */
export async function removeMade(transaction: Transaction, runId: number, most: number): Promise<number> {
  const rows = await transaction.all<{ readonly page_id: number }>(
    'select page_id from rekey_pages where run_id = $1 order by page_id limit $2',
    [runId, most],
  )
  if (rows.length === 0) return 0
  await transaction.stage(
    'made',
    'page_id integer primary key',
    rows.map(({ page_id }) => [page_id]),
  )
  await transaction.run('delete from pages where id in (select page_id from made)')
  await transaction.run('delete from rekey_pages where run_id = $1 and page_id in (select page_id from made)', [runId])
  return rows.length
}
