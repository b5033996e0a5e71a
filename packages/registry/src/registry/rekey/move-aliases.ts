import type { Transaction, Value } from '../../store/database.ts'
import { logAliases, stageAliasMoves } from '../sql/rekey.sql.ts'
import { moveStagedAliases, writeOwnKeys } from '../sql/aliases-write.sql.ts'
import { recomputeTimes } from '../sql/pages-write.sql.ts'
import { toKeyBytes } from '../keys.ts'
import type { PlacedPage } from './place-page.ts'
import type { PortionContext } from './portion-context.ts'

type Merges = readonly { readonly id: number; readonly into: number }[]

/** Moves aliases to the new pages, and saves their old state in the log of the run. */
export async function moveAliases(
  transaction: Transaction,
  placed: readonly PlacedPage[],
  merges: Merges,
  context: PortionContext,
): Promise<void> {
  if (merges.length === 0 && placed.every(({ leaving, ownKeys }) => leaving.length + ownKeys.length === 0)) return
  await stageMoves(transaction, placed, merges, context)
  await stageOwnKeys(transaction, placed)
  await logAliases(transaction, context.runId)
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
  await stageAliasMoves(transaction, policyId)
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
