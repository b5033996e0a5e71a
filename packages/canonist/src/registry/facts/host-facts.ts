import { isFresh, type HostFact, type HostFacts } from '../../admit/host-facts.ts'
import type { Database } from '../../store/database.ts'
import { formatFactName } from './format-fact-name.ts'
import { writeFact } from '../sql/write-fact.ts'
import { FACT_COLUMNS, FACT_TABLES, toFact, type FactRow } from '../sql/read-facts.ts'

/** The facts of a registry, as admission reads and writes them. */
export function createStoredFacts(database: Database, now: () => number): HostFacts {
  return {
    async get(host, name) {
      const rows = await database.all<FactRow>(
        `select ${FACT_COLUMNS} from ${FACT_TABLES} where h.host = $1 and f.fact = $2`,
        [host, formatFactName(name)],
      )
      return findStrongest(rows.map(toFact), new Date(now()))
    },
    set: (host, name, fact) => database.transaction((transaction) => writeFact(transaction, host, name, fact)),
  }
}

/** What a person decided, then what was observed and still holds, then what is listed, then what was observed long ago. */
function findStrongest(facts: readonly HostFact[], now: Date): HostFact | undefined {
  const of = (source: HostFact['source']): HostFact | undefined => facts.find((fact) => fact.source === source)
  const discovered = of('discovered')
  const fresh = discovered !== undefined && isFresh(discovered, now) ? discovered : undefined
  return of('person') ?? fresh ?? of('seed') ?? discovered
}
