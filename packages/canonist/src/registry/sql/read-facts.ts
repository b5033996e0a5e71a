import type { RedirectStep } from '../../admit/admission.ts'
import type { HostFact } from '../../admit/host-facts.ts'
import type { Database } from '../../store/database.ts'
import { isoTime } from '../../text/iso-time.ts'

/** A fact with its host and its name. */
export interface NamedFact extends HostFact {
  readonly host: string
  readonly name: string
}

export interface FactRow {
  readonly host: string
  readonly fact: string
  readonly source: string
  readonly value: string | null
  readonly observed_at: number
  readonly chain: string
}

/** The columns that `toFact` reads. */
export const FACT_COLUMNS = 'h.host, f.fact, f.source, f.value, f.observed_at, f.chain'
export const FACT_TABLES = 'host_facts f join hosts h on h.id = f.host_id'

export function toNamedFact({ host, fact, ...row }: FactRow): NamedFact {
  return { host, name: fact, ...toFact(row) }
}

export function toFact({ value, source, observed_at, chain }: Omit<FactRow, 'host' | 'fact'>): HostFact {
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
