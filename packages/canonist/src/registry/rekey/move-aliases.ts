import type { Transaction, Value } from '../../store/database.ts'
import { moveStagedAliases, writeOwnKeys } from '../sql/write-aliases.ts'
import { recomputeTimes } from '../sql/write-pages.ts'
import { toKeyBytes } from '../keys.ts'
import type { PlacedPage } from './place-page.ts'
import type { PortionContext } from './portion-context.ts'

type Merges = readonly { readonly id: number; readonly into: number }[]

/**
 * Moves aliases to the new pages, and saves their old state in the log of the run. Cross joins make SQLite start with the staged table,
 * which is the small one.
 */
export async function moveAliases(
  transaction: Transaction,
  placed: readonly PlacedPage[],
  merges: Merges,
  context: PortionContext,
): Promise<void> {
  if (merges.length === 0 && placed.every(({ leaving, ownKeys }) => leaving.length + ownKeys.length === 0)) return
  await stageMoves(transaction, placed, merges, context)
  await stageOwnKeys(transaction, placed)
  await logAliases(transaction, context)
  await writeOwnKeys(transaction)
  await moveStagedAliases(transaction)
  await recomputeTimes(transaction)
}

/** Stages the aliases that leave their page, and all other aliases of merged pages. */
async function stageMoves(
  transaction: Transaction,
  placed: readonly PlacedPage[],
  merges: Merges,
  { policyId }: PortionContext,
): Promise<void> {
  await transaction.stage('leaving', 'page_id integer, raw_hash bytes, key bytes', listLeavingRows(placed))
  await transaction.stage(
    'merging',
    'page_id integer primary key, root integer',
    merges.map(({ id, into }) => [id, into]),
  )
  await transaction.stage('alias_moves', 'page_id integer, raw_hash bytes, moved_to integer', [])
  await transaction.run(
    `insert into alias_moves select l.page_id, l.raw_hash, p.id
     from leaving l cross join pages p where p.policy_id = $1 and p.key = l.key`,
    [policyId],
  )
  await transaction.run(
    `insert into alias_moves select a.page_id, a.raw_hash, m.root from merging m cross join aliases a
     where a.page_id = m.page_id and not exists (select 1 from leaving l where l.page_id = a.page_id and l.raw_hash = a.raw_hash)`,
  )
}

function* listLeavingRows(placed: readonly PlacedPage[]): Generator<readonly Value[]> {
  for (const { page, leaving } of placed) {
    for (const { rawHash, target } of leaving) yield [page.id, rawHash, toKeyBytes(target.key)]
  }
}

async function stageOwnKeys(transaction: Transaction, placed: readonly PlacedPage[]): Promise<void> {
  await transaction.stage('own_keys', 'page_id integer, raw_hash bytes, own_key bytes', listOwnKeyRows(placed))
}

function* listOwnKeyRows(placed: readonly PlacedPage[]): Generator<readonly Value[]> {
  for (const { page, ownKeys } of placed) {
    for (const { rawHash, key } of ownKeys) yield [page.id, rawHash, key === null ? null : toKeyBytes(key)]
  }
}

const LOG_COLUMNS = 'run_id, page_id, raw_hash, moved_to, evidence, own_key, first_seen, last_seen, count'
const AS_IT_IS = 'a.evidence, a.own_key, a.first_seen, a.last_seen, a.count'

async function logAliases(transaction: Transaction, { runId }: PortionContext): Promise<void> {
  // An alias that is joined with an existing one changes that one too.
  await transaction.run(
    `insert into rekey_aliases (${LOG_COLUMNS})
     select $1, a.page_id, a.raw_hash, a.page_id, ${AS_IT_IS}
     from alias_moves m cross join aliases a
     where a.page_id = m.moved_to and a.raw_hash = m.raw_hash and not exists
       (select 1 from rekey_aliases l where l.run_id = $1 and l.moved_to = a.page_id and l.raw_hash = a.raw_hash)
     on conflict do nothing`,
    [runId],
  )
  await transaction.run(
    `insert into rekey_aliases (${LOG_COLUMNS})
     select $1, a.page_id, a.raw_hash, a.page_id, ${AS_IT_IS}
     from own_keys k cross join aliases a where a.page_id = k.page_id and a.raw_hash = k.raw_hash
     on conflict do nothing`,
    [runId],
  )
  await transaction.run(
    `insert into rekey_aliases (${LOG_COLUMNS})
     select $1, a.page_id, a.raw_hash, m.moved_to, ${AS_IT_IS}
     from alias_moves m cross join aliases a where a.page_id = m.page_id and a.raw_hash = m.raw_hash
     on conflict (run_id, page_id, raw_hash) do update set moved_to = excluded.moved_to`,
    [runId],
  )
}
