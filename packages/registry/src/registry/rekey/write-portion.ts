import { classify } from '@canonist/core'
import type { Transaction, Value } from '../../store/database.ts'
import { toKeyBytes } from '../keys.ts'
import { draftPage, parseHost } from '../spelling.ts'
import { logNewPages, logRepointedPages, logTouchedPages } from '../sql/rekey.sql.ts'
import { addStagedHosts } from '../sql/hosts.sql.ts'
import { addNewPages, moveChangedPages, movePages, setMergedInto, repointMergedPages } from '../sql/pages-write.sql.ts'
import { findKeyOwners } from './find-key-owners.ts'
import type { TargetPage } from './target-page.ts'
import { moveAliases } from './move-aliases.ts'
import { toSingleColumn } from './single-column.ts'
import type { PlacedPage } from './place-page.ts'
import type { PortionContext } from './portion-context.ts'
import type { RekeyCounts } from '../sql/runs.sql.ts'
import { assignKeys, type KeyAssignment } from './assign-keys.ts'

/** Writes the new state of a portion, and saves the old state in the log of the run. */
export async function writePortion(
  transaction: Transaction,
  placed: readonly PlacedPage[],
  context: PortionContext,
): Promise<RekeyCounts> {
  const assignment = assignKeys(placed, await findKeyOwners(transaction, placed, context))
  const { moves, merges, made } = assignment
  await logPages(transaction, placed, assignment, context)
  await movePortion(transaction, moves, context)
  await addPages(transaction, made, context)
  await writeMerges(transaction, assignment)
  await moveAliases(transaction, placed, merges, context)
  const changed = moves.filter(({ isSameUrl }) => !isSameUrl).length
  const pages = placed.filter(({ page }) => page.isComplete).length
  return { pages, changed, merged: merges.length, made: made.length }
}

/** Logs pages before they change. Pages that the run has already changed are in the log with their original state. */
async function logPages(
  transaction: Transaction,
  placed: readonly PlacedPage[],
  { claimed, clusters }: KeyAssignment,
  { runId }: PortionContext,
): Promise<void> {
  const ids = new Set([...placed.map(({ page }) => page.id), ...claimed, ...clusters.changes().map(({ id }) => id)])
  await transaction.stage('touched_pages', 'id integer primary key', toSingleColumn(ids))
  await logTouchedPages(transaction, runId)
  const gaveWay = clusters.gaveWay()
  if (gaveWay.length === 0) return
  await transaction.stage('new_roots', 'old_root integer primary key, root integer', gaveWay)
  await logRepointedPages(transaction, runId)
}

/** Nearly all URLs are the same under both policies, and only their policy is written. */
async function movePortion(
  transaction: Transaction,
  moves: KeyAssignment['moves'],
  { policyId }: PortionContext,
): Promise<void> {
  const [same, changed] = [moves.filter(({ isSameUrl }) => isSameUrl), moves.filter(({ isSameUrl }) => !isSameUrl)]
  await transaction.stage('same_pages', 'id integer primary key', toSingleColumn(same.map(({ id }) => id)))
  await movePages(transaction, policyId)
  if (changed.length === 0) return
  await transaction.stage('changed_pages', CHANGED_COLUMNS, listChangedRows(changed))
  await addStagedHosts(transaction, 'changed_pages')
  await moveChangedPages(transaction, policyId)
}

const CHANGED_COLUMNS = 'id integer primary key, key bytes, canonical_url text, host text, link_type text'

function* listChangedRows(moves: KeyAssignment['moves']): Generator<readonly Value[]> {
  for (const { id, target } of moves) {
    yield [id, toKeyBytes(target.key), target.url, parseHost(target.url), classify(target.url).linkType]
  }
}

const MADE_COLUMNS = 'key bytes, canonical_url text, fetch_url text, host text, link_type text'

function toNewPageRow({ key, url, spelling }: TargetPage): readonly Value[] {
  const { canonicalUrl, fetchUrl, host, linkType } = draftPage(url, spelling)
  return [toKeyBytes(key), canonicalUrl, fetchUrl, host, linkType]
}

async function addPages(
  transaction: Transaction,
  made: readonly TargetPage[],
  { runId, policyId }: PortionContext,
): Promise<void> {
  if (made.length === 0) return
  await transaction.stage('made_pages', MADE_COLUMNS, made.map(toNewPageRow))
  await addStagedHosts(transaction, 'made_pages')
  await addNewPages(transaction, policyId)
  await logNewPages(transaction, runId, policyId)
}

async function writeMerges(transaction: Transaction, { clusters }: KeyAssignment): Promise<void> {
  const changes = clusters.changes()
  if (changes.length === 0) return
  if (clusters.gaveWay().length > 0) await repointMergedPages(transaction)
  await transaction.stage(
    'pointers',
    'id integer primary key, merged_into integer',
    changes.map(({ id, mergedInto }) => [id, mergedInto]),
  )
  await setMergedInto(transaction)
}
