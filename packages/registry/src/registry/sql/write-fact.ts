import type { HostFact } from '@canonist/web/internal/admit/host-facts'
import type { Transaction } from '../../store/database.ts'
import { addHost } from './write-host-names.ts'
import { formatFactName } from '../facts/format-fact-name.ts'

/** Writes a fact, one for each source. A later observation replaces an earlier one, in whatever order they arrive. */
export async function writeFact(
  transaction: Transaction,
  host: string,
  name: string,
  { source, value, observedAt, chain }: HostFact,
): Promise<void> {
  await addHost(transaction, host)
  await transaction.run(
    `insert into host_facts (host_id, fact, source, value, observed_at, chain)
     select id, $2, $3, $4, $5, $6 from hosts where host = $1
     on conflict (host_id, fact, source) do update
       set value = excluded.value, observed_at = excluded.observed_at, chain = excluded.chain
       where excluded.observed_at >= host_facts.observed_at`,
    [host, formatFactName(name), source, value, Date.parse(observedAt), JSON.stringify(chain)],
  )
}

/** Removes the fact of a decision, unless a later decision replaced it; returns whether it was removed. */
export async function removePersonFact(
  transaction: Transaction,
  { host, fact, value }: { readonly host: string; readonly fact: string; readonly value: string },
  decidedAt: number,
): Promise<boolean> {
  const removed = await transaction.run(
    `delete from host_facts where host_id = (select id from hosts where host = $1) and fact = $2 and source = 'person'
       and value = $3 and observed_at = $4`,
    [host, formatFactName(fact), value, decidedAt],
  )
  return removed > 0
}
