import type { RedirectStep } from '../../admit/admission.ts'
import type { Fact } from '../../admit/host-facts.ts'
import { isoTime } from '../page-rows.ts'

/** A fact with the host that it is about and its name. */
export interface NamedFact extends Fact {
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

/** Columns of a fact as `factOf` reads them. */
export const FACT_COLUMNS = 'h.host, f.fact, f.source, f.value, f.observed_at, f.chain'
export const FACT_TABLES = 'host_facts f join hosts h on h.id = f.host_id'

export function namedFactOf({ host, fact, ...row }: FactRow): NamedFact {
  return { host, name: fact, ...factOf(row) }
}

export function factOf({ value, source, observed_at, chain }: Omit<FactRow, 'host' | 'fact'>): Fact {
  return {
    value,
    source: source as Fact['source'],
    observedAt: isoTime(observed_at),
    chain: JSON.parse(chain) as RedirectStep[],
  }
}
