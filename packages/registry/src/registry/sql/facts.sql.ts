import type { RedirectStep } from '@canonist/web/internal/admit/admission'
import type { HostFact } from '@canonist/web/internal/admit/host-facts'
import type { Database, Session, Transaction } from '../../store/database.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { addHost } from './hosts.sql.ts'
import { formatFactName } from '../facts/format-fact-name.ts'

/** A fact with its host and its name. */
export interface NamedFact extends HostFact {
  readonly host: string
  readonly name: string
}

interface FactRow {
  readonly host: string
  readonly fact: string
  readonly source: string
  readonly value: string | null
  readonly observed_at: number
  readonly chain: string
}

/** The columns that `toFact` reads. */
const FACT_COLUMNS = 'h.host, f.fact, f.source, f.value, f.observed_at, f.chain'
const FACT_TABLES = 'host_facts f join hosts h on h.id = f.host_id'

function toNamedFact({ host, fact, ...row }: FactRow): NamedFact {
  return { host, name: fact, ...toFact(row) }
}

function toFact({ value, source, observed_at, chain }: Omit<FactRow, 'host' | 'fact'>): HostFact {
  return {
    value,
    source: source as HostFact['source'],
    observedAt: isoTime(observed_at),
    chain: JSON.parse(chain) as RedirectStep[],
  }
}

/** Streams the facts about a host, or about all hosts. */
export async function* streamFacts(database: Database, host: string | null): AsyncGenerator<NamedFact> {
  const rows = database.stream<FactRow>(
    `select ${FACT_COLUMNS} from ${FACT_TABLES} ${host === null ? '' : 'where h.host = $1'}
     order by h.host, f.fact, f.source`,
    host === null ? [] : [host],
  )
  for await (const row of rows) yield toNamedFact(row)
}

/** Reads a fact about a host from all its sources. @param storedName as `formatFactName` writes it */
export async function readFacts(session: Session, host: string, storedName: string): Promise<HostFact[]> {
  const rows = await session.all<FactRow>(
    `select ${FACT_COLUMNS} from ${FACT_TABLES} where h.host = $1 and f.fact = $2`,
    [host, storedName],
  )
  return rows.map(toFact)
}

/** Finds the newest value of a fact; null if there is none. @param storedName as `formatFactName` writes it */
export async function findNewestValue(session: Session, host: string, storedName: string): Promise<string | null> {
  const [row] = await session.all<{ readonly value: string | null }>(
    `select f.value from ${FACT_TABLES} where h.host = $1 and f.fact = $2 order by f.observed_at desc limit 1`,
    [host, storedName],
  )
  return row?.value ?? null
}

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
