import { isFresh, type HostFact, type HostFacts } from '@canonist/web/internal/admit/host-facts'
import type { Database } from '../../store/database.ts'
import { formatFactName } from './format-fact-name.ts'
import { writeFact, readFacts } from '../sql/facts.sql.ts'

/** Creates the `facts` option of `admit` on a registry. */
export function createStoredFacts(database: Database, now: () => number): HostFacts {
  return {
    async get(host, name) {
      return findStrongest(await readFacts(database, host, formatFactName(name)), new Date(now()))
    },
    set: (host, name, fact) => database.transaction((transaction) => writeFact(transaction, host, name, fact)),
  }
}

/** Prefers the decision of a person, then a fresh observation, then a listed fact, then an old observation. */
function findStrongest(facts: readonly HostFact[], now: Date): HostFact | undefined {
  const of = (source: HostFact['source']): HostFact | undefined => facts.find((fact) => fact.source === source)
  const discovered = of('discovered')
  const fresh = discovered !== undefined && isFresh(discovered, now) ? discovered : undefined
  return of('person') ?? fresh ?? of('seed') ?? discovered
}
