import type { Policy } from '@canonist/core'
import { isStoreError } from '../../store/failures.ts'
import { RegistryError } from '../../registry/registry-error.ts'
import type { Transaction } from '../../store/database.ts'
import { readClock } from '../clock.ts'
import type { FrontierContext } from '../context.ts'
import type { Completion, CompletionAnswer } from '../outcome.ts'
import { CountChanges } from '../sql/counts.ts'
import { writeLog } from '../sql/log.ts'
import { arrivalAt, destinationOf, invalidFinalUrl, type Arrival } from './arrival.ts'
import { holdLeases, leaseLost } from './leased-url.ts'
import { HostNews } from './settle-hosts.ts'
import { Settlement } from './settlement.ts'
import { writeUrls } from './write-urls.ts'

/** A completion whose final URL, if there is one, was read. */
export interface ReadCompletion extends Completion {
  readonly arrival: Arrival | null
}

const MOST_ATTEMPTS = 5

/** All of it or nothing. Results of leases that were lost, and final URLs that are none, are left out and answered so. */
export async function complete(
  context: FrontierContext,
  completions: readonly Completion[],
): Promise<CompletionAnswer[]> {
  if (completions.length === 0) return []
  const { database, registry } = context
  await registry.policies.read(database)
  const read = completions.map((completion) => readCompletion(completion, registry.policies.inForce))
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction((transaction) => settleAll(context, transaction, read))
    } catch (error) {
      // Somebody else has just made the page of a final URL (PostgreSQL 23505, SQLite 2067): now it can be seen.
      if (!isStoreError(error, 'store/duplicate') || attempt === MOST_ATTEMPTS) throw error
    }
  }
}

type Read = ReadCompletion | { readonly claim: Completion['claim']; readonly invalid: string }

function readCompletion(completion: Completion, policy: Policy): Read {
  const to = destinationOf(completion.outcome)
  if (to === null) return { ...completion, arrival: null }
  const arrival = arrivalAt(to, policy)
  return arrival === null ? { claim: completion.claim, invalid: to } : { ...completion, arrival }
}

async function settleAll(
  context: FrontierContext,
  transaction: Transaction,
  completions: readonly Read[],
): Promise<CompletionAnswer[]> {
  const { settings, slot } = context
  const now = await readClock(transaction, settings)
  const leases = await holdLeases(
    transaction,
    completions.map(({ claim }) => claim),
  )
  const [counts, news] = [new CountChanges(), new HostNews()]
  const settlement = new Settlement({ transaction, now, settings, counts, news })
  await settlement.prepare(await policyFor(context, transaction, completions, now), completions.flatMap(arrivalsOf))
  const answers: CompletionAnswer[] = []
  for (const completion of completions) {
    const { id, token } = completion.claim
    const url = leases.get(id)
    if (url === undefined || url.token !== token) answers.push(leaseLost(id))
    else if ('invalid' in completion) answers.push(invalidFinalUrl(id, completion.invalid))
    else {
      // Told twice in one batch, the second comes too late.
      leases.delete(id)
      answers.push(await settlement.settle(url, completion))
    }
  }
  await writeUrls(transaction, settlement.settled, now)
  await writeLog(transaction, settlement.log, now)
  await settlement.afterwards()
  await news.write(transaction, settings, now)
  await counts.write(transaction, slot)
  return answers
}

function arrivalsOf(completion: Read): string[] {
  return 'invalid' in completion || completion.arrival === null ? [] : [completion.arrival.key]
}

/**
 * The policy that URLs move under; null where none moves. Nor can they while a rekey moves all of them: what was fetched is
 * kept, and the next visit leads there again.
 */
async function policyFor(
  { registry }: FrontierContext,
  transaction: Transaction,
  completions: readonly Read[],
  now: number,
): Promise<number | null> {
  if (!completions.some((completion) => arrivalsOf(completion).length > 0)) return null
  try {
    return await registry.policies.idForWriting(transaction, registry.policies.inForce, now)
  } catch (error) {
    const isMoving = error instanceof RegistryError && MOVING.has(error.code)
    if (isMoving) return null
    throw error
  }
}

const MOVING: ReadonlySet<string> = new Set(['registry/rekey-under-way', 'registry/policy-changed'])
