import type { Policy } from '@canonist/core'
import { isStoreError } from '@canonist/registry/internal/store/driver-errors'
import type { Transaction } from '@canonist/registry/internal/store/database'
import type { FrontierContext } from '../context.ts'
import type { Completion, CompletionResult } from './completion.ts'
import { applySharedDelay } from '../../hosts/shared-delay.ts'
import { CountChanges } from '../sql/counts.sql.ts'
import { clearUrls } from '../sql/expiries.sql.ts'
import { writeLog } from '../sql/log.sql.ts'
import { sendChanges } from '@canonist/registry/internal/store/send-changes'
import {
  type Destination,
  toDestination,
  findTargetUrl,
  createInvalidFinalUrl,
  UrlMover,
  findMovingPolicy,
} from './url-mover.ts'
import { holdLeases, createLeaseLost } from '../sql/leases.sql.ts'
import { HostUpdates } from '../../hosts/host-updates.ts'
import { ResultApplier } from './result-applier.ts'
import { createUrlChanges } from '../sql/results.sql.ts'
import type { KeyText } from '@canonist/core/internal/text/stages'

/** A completion whose final URL, if any, was normalized. */
interface ReadCompletion extends Completion {
  readonly arrival: Destination | null
}

const MAX_ATTEMPTS = 5

/**
 * Writes the results of one batch in one transaction: locks the hosts of the leases, applies each result to its URL, then writes URLs,
 * log, hosts and counts. Skips results whose lease was lost or whose final URL is invalid, and reports them. A result that comes too
 * late still shows that the worker is alive, so that the URL did not crash it.
 */
export async function completeClaims(
  context: FrontierContext,
  completions: readonly Completion[],
): Promise<CompletionResult[]> {
  if (completions.length === 0) return []
  const { database } = context
  const read = await readCompletions(context, completions)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction((transaction) => applyAll(context, transaction, read))
    } catch (error) {
      // Another process has just created the page of a final URL (PostgreSQL 23505, SQLite 2067); the next attempt sees it.
      if (!isStoreError(error, 'store/duplicate') || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

type Read = ReadCompletion | { readonly claim: Completion['claim']; readonly invalid: string }

async function readCompletions(
  { database, registry }: FrontierContext,
  completions: readonly Completion[],
): Promise<Read[]> {
  // Without redirects the active policy is not needed.
  if (completions.every(({ outcome }) => findTargetUrl(outcome) === null))
    return completions.map((completion) => ({ ...completion, arrival: null }))
  await registry.policies.read(database)
  return completions.map((completion) => readCompletion(completion, registry.policies.active))
}

function readCompletion(completion: Completion, policy: Policy): Read {
  const to = findTargetUrl(completion.outcome)
  if (to === null) return { ...completion, arrival: null }
  const arrival = toDestination(to, policy)
  return arrival === null ? { claim: completion.claim, invalid: to } : { ...completion, arrival }
}

async function applyAll(
  context: FrontierContext,
  transaction: Transaction,
  completions: readonly Read[],
): Promise<CompletionResult[]> {
  const { slot } = context
  const refs = completions.map(({ claim }) => claim)
  const { now, pause, leases, hosts } = await holdLeases(transaction, refs, context.settings)
  const settings = applySharedDelay(context.settings, pause, now)
  const [counts, updates] = [new CountChanges(), new HostUpdates(hosts)]
  const keys = completions.flatMap(listKeys)
  const policyId = keys.length === 0 ? null : await findMovingPolicy(context, transaction, now)
  const places = await UrlMover.create({ transaction, policyId, keys, now, settings })
  const applier = new ResultApplier({ transaction, now, settings, counts, updates, places })
  const answers: CompletionResult[] = []
  const late: number[] = []
  for (const completion of completions) {
    const { id, token } = completion.claim
    const url = leases.get(id)
    if (url === undefined || url.token !== token) {
      answers.push(createLeaseLost(id))
      late.push(id)
    } else if ('invalid' in completion) answers.push(createInvalidFinalUrl(id, completion.invalid))
    else {
      // A second result for the same lease in one batch counts as too late.
      leases.delete(id)
      answers.push(await applier.apply(url, completion.outcome, completion.arrival))
    }
  }
  sendChanges(transaction, createUrlChanges(transaction.dialect, applier.judged, now))
  // A worker that reports late was not lost with its URL.
  clearUrls(transaction, [...applier.listCleared(), ...late])
  writeLog(transaction, applier.log, now)
  await applier.finish()
  await updates.write(transaction, settings, now)
  counts.write(transaction, slot)
  return answers
}

function listKeys(completion: Read): KeyText[] {
  return 'invalid' in completion || completion.arrival === null ? [] : [completion.arrival.key]
}
