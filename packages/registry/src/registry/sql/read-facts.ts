import type { RedirectStep } from '@canonist/web/internal/admit/admission'
import type { HostFact } from '@canonist/web/internal/admit/host-facts'
import type { Database, Session } from '../../store/database.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'

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
