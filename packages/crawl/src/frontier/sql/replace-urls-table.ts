import type { Session, Transaction } from '@canonist/registry/internal/store/database'

/**
 * Replaces the table `frontier_urls` by a copy with another number of partitions, on PostgreSQL, while workers use it. A trigger repeats
 * their changes in the copy until it takes the place of the table.
 */

/** The copy, until it is complete. */
const NEXT = 'frontier_urls_next'
const TABLE = `'frontier_urls'::regclass`
const PARTITIONS = `select inhrelid from pg_inherits where inhparent = ${TABLE}`

/** The number of partitions; 1 if it is a plain table. */
export async function countPartitions(session: Session): Promise<number> {
  const [row] = await session.all<{ readonly partitions: number }>(
    `select count(*) as partitions from (${PARTITIONS}) found`,
  )
  return Math.max(1, row?.partitions ?? 0)
}

/** Claims must not wait behind this for a reader that takes long, such as an export. */
export async function limitLockWait(transaction: Transaction): Promise<void> {
  await transaction.run(`set local lock_timeout = '1s'`)
}

/**
 * Creates the empty copy with the columns, indexes, options and grants of the table, and the trigger. Drops the copy of an interrupted run.
 * Returns a name for this copy that no other one has.
 */
export async function createNextTable(transaction: Transaction, partitions: number): Promise<string> {
  await dropNextTable(transaction)
  const options = await formatOptions(transaction)
  const isPlain = partitions === 1
  await transaction.run(
    `create table ${NEXT} (like frontier_urls including defaults including constraints)
     ${isPlain ? options : 'partition by hash (host_id)'}`,
  )
  for (let part = 0; part < partitions && !isPlain; part += 1)
    await transaction.run(
      `create table ${NEXT}_${part} partition of ${NEXT} for values with (modulus ${partitions}, remainder ${part}) ${options}`,
    )
  // A key of a partitioned table must contain the column that it is partitioned by. `lockPages` keeps the id of the page unique.
  await transaction.run(`alter table ${NEXT} add primary key (page_id${isPlain ? '' : ', host_id'})`)
  await transaction.run(
    `alter table ${NEXT} add constraint frontier_urls_host_id_fkey foreign key (host_id) references hosts`,
  )
  for (const { name, columns } of await readIndexes(transaction))
    await transaction.run(`create index ${name}_next on ${NEXT} using ${columns}`)
  for (const sql of await formatGrants(transaction)) await transaction.run(sql)
  await createTrigger(transaction)
  return (await findNextTable(transaction)) ?? ''
}

/** The name of the copy that an interrupted run has left, or that another process fills; null if there is none. */
export async function findNextTable(session: Session): Promise<string | null> {
  const [row] = await session.all<{ readonly id: string | null }>(`select to_regclass('${NEXT}')::oid::text as id`)
  return row?.id ?? null
}

/** Drops the copy, and the trigger with its function; with `id`, only if it is this copy. */
export async function dropNextTable(transaction: Transaction, id?: string): Promise<void> {
  const found = await findNextTable(transaction)
  if (found === null || (id !== undefined && found !== id)) return
  await transaction.run('drop function mirror_frontier_urls() cascade')
  await transaction.run(`drop table ${NEXT}`)
}

/** The storage options, which only partitions and plain tables have, for `create table`. */
async function formatOptions(session: Session): Promise<string> {
  const [row] = await session.all<{ readonly options: string }>(
    `select array_to_string(reloptions, ', ') as options from pg_class
     where reloptions is not null and (oid = ${TABLE} or oid in (${PARTITIONS})) order by oid limit 1`,
  )
  return row === undefined ? '' : `with (${row.options})`
}

interface IndexRow {
  readonly name: string
  /** Method, columns and condition. */
  readonly columns: string
}

function readIndexes(session: Session): Promise<IndexRow[]> {
  return session.all<IndexRow>(
    `select i.relname as name, split_part(pg_get_indexdef(i.oid), ' USING ', 2) as columns
     from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = ${TABLE} and not x.indisprimary order by 1`,
  )
}

/** Workers may connect as other users than the owner. */
async function formatGrants(session: Session): Promise<string[]> {
  const grants = await session.all<{ readonly sql: string }>(
    `select format('grant %s on ${NEXT} to %s', a.privilege_type,
       case a.grantee when 0 then 'public' else a.grantee::regrole::text end) as sql
     from pg_class c cross join lateral aclexplode(c.relacl) a where c.oid = ${TABLE} and a.grantee <> c.relowner`,
  )
  return grants.map(({ sql }) => sql)
}

async function createTrigger(transaction: Transaction): Promise<void> {
  await transaction.run(`create function mirror_frontier_urls() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from ${NEXT} where page_id = old.page_id and host_id = old.host_id;
      end if;
      if tg_op <> 'DELETE' then
        insert into ${NEXT} values (new.*);
      end if;
      return null;
    end $$`)
  await transaction.run(`create trigger frontier_urls_mirror after insert or update or delete on frontier_urls
    for each row execute function mirror_frontier_urls()`)
}

export interface CopiedUrls {
  readonly urls: number
  /** The last page id; null if there was nothing left to copy. */
  readonly last: number | null
}

/**
 * Copies the next URLs. They are locked first: without that, a worker could change a URL after it was read here and before it is in the
 * copy, where the trigger would not find it. The trigger has already copied those that workers have changed meanwhile.
 */
export async function copyUrls(session: Session, after: number, limit: number): Promise<CopiedUrls> {
  const [row] = await session.all<CopiedUrls>(
    `with found as materialized (select * from frontier_urls where page_id > $1 order by page_id limit $2 for no key update),
       copied as (insert into ${NEXT} select * from found on conflict do nothing)
     select count(*) as urls, max(page_id) as last from found`,
    [after, limit],
  )
  return row ?? { urls: 0, last: null }
}

export async function analyzeNextTable(transaction: Transaction): Promise<void> {
  await transaction.run(`analyze ${NEXT}`)
}

/** Makes the copy the table, with the names of the old one. False if it is not the copy `id`: another process has replaced it. */
export async function swapTables(transaction: Transaction, id: string, partitions: number): Promise<boolean> {
  await transaction.run('lock table frontier_urls in access exclusive mode')
  if ((await findNextTable(transaction)) !== id) return false
  const indexes = await readIndexes(transaction)
  await transaction.run('drop table frontier_urls')
  await transaction.run('drop function mirror_frontier_urls()')
  await transaction.run(`alter table ${NEXT} rename to frontier_urls`)
  await transaction.run(`alter table frontier_urls rename constraint ${NEXT}_pkey to frontier_urls_pkey`)
  for (const { name } of indexes) await transaction.run(`alter index ${name}_next rename to ${name}`)
  for (let part = 0; part < partitions && partitions > 1; part += 1) await renamePartition(transaction, part)
  return true
}

/** PostgreSQL has named the indexes of the partition after its first name. */
async function renamePartition(transaction: Transaction, part: number): Promise<void> {
  await transaction.run(`alter table ${NEXT}_${part} rename to frontier_urls_${part}`)
  const indexes = await transaction.all<{ readonly name: string; readonly parent: string }>(
    `select x.indexrelid::regclass::text as name, p.relname as parent
     from pg_index x join pg_inherits i on i.inhrelid = x.indexrelid join pg_class p on p.oid = i.inhparent
     where x.indrelid = 'frontier_urls_${part}'::regclass`,
  )
  for (const { name, parent } of indexes) await transaction.run(`alter index ${name} rename to ${parent}_${part}`)
}
