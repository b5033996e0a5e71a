import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from '@canonist/registry/internal/store/database'
import { isStoreError } from '@canonist/registry/internal/store/driver-errors'
import { StoreError } from '@canonist/registry/internal/store/errors'
import { lockMigrations } from '@canonist/registry/internal/store/sql/migrations-table'
import type { FrontierContext } from './context.ts'
import {
  analyzeNextTable,
  copyUrls,
  countPartitions,
  createNextTable,
  dropNextTable,
  findNextTable,
  limitLockWait,
  swapTables,
} from './sql/replace-urls-table.ts'

const MAX_PARTITIONS = 256

const URLS_AT_ONCE = 2000
const MAX_LOCK_ATTEMPTS = 60
const LOCK_PAUSE_MS = 1000

export interface PartitionOptions {
  /** Called after each batch with the number of URLs that were copied so far. */
  readonly onProgress?: ((urls: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface PartitionReport {
  /** How many partitions there were before; 1 is a plain table. */
  readonly before: number
  readonly partitions: number
  /** How many URLs were copied. */
  readonly urls: number
}

/**
 * Splits the table of URLs into partitions by host, or joins them again (1), while workers continue. It copies the table, so it needs room
 * for a second one. If it is interrupted, the table stays as it was; the next run starts from the beginning.
 */
export async function partitionUrls(
  context: FrontierContext,
  partitions: number,
  options: PartitionOptions = {},
): Promise<PartitionReport> {
  const { database } = context
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > MAX_PARTITIONS)
    throw new RangeError(`partitions must be a whole number from 1 to ${MAX_PARTITIONS}, not ${partitions}`)
  if (database.dialect !== 'postgres') throw new StoreError('store/no-partitions', database.name)
  const before = await countPartitions(database)
  if (before !== partitions) return { before, partitions, urls: await replaceTable(context, partitions, options) }
  if ((await findNextTable(database)) !== null)
    await retryLocks(context, (transaction) => dropNextTable(transaction), options.signal)
  return { before, partitions, urls: 0 }
}

/** Returns how many URLs were copied. */
async function replaceTable(context: FrontierContext, partitions: number, options: PartitionOptions): Promise<number> {
  const id = await retryLocks(context, (transaction) => createNextTable(transaction, partitions), options.signal)
  try {
    const urls = await copyAll(context, id, options)
    await context.database.transaction(analyzeNextTable)
    if (await retryLocks(context, (transaction) => swapTables(transaction, id, partitions), options.signal)) return urls
    throw createTakenOver(context)
  } catch (error) {
    // The caller needs the first error. The next run drops the tables of this one.
    await retryLocks(context, (transaction) => dropNextTable(transaction, id)).catch(() => undefined)
    throw error
  }
}

const createTakenOver = ({ database }: FrontierContext): StoreError =>
  new StoreError('store/locked', database.name, { detail: 'another process has started to partition the queue' })

async function copyAll(
  context: FrontierContext,
  id: string,
  { onProgress, signal }: PartitionOptions,
): Promise<number> {
  let urls = 0
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const copied = await context.database.transaction(async (transaction) => {
      if ((await findNextTable(transaction)) !== id) throw createTakenOver(context)
      return copyUrls(transaction, after, URLS_AT_ONCE)
    })
    if (copied.last === null) return urls
    after = copied.last
    urls += copied.urls
    onProgress?.(urls)
  }
}

/** Runs work that locks whole tables. It waits for others a second at a time, and lets workers continue in between. */
async function retryLocks<T>(
  { database }: FrontierContext,
  work: (transaction: Transaction) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      return await database.transaction(async (transaction) => {
        await limitLockWait(transaction)
        // Every transaction that writes holds this lock, so none of them has one of the tables and waits for another.
        await lockMigrations(transaction)
        return work(transaction)
      })
    } catch (error) {
      if (!isStoreError(error, 'store/locked') || attempt === MAX_LOCK_ATTEMPTS) throw error
    }
    await sleep(LOCK_PAUSE_MS, undefined, { signal })
  }
}
