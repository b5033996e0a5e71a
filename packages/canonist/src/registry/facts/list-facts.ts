import type { Database } from '../../store/database.ts'
import { FACT_COLUMNS, FACT_TABLES, namedFactOf, type FactRow, type NamedFact } from './fact-rows.ts'

/** All that is known of a host, or of all. */
export async function* listFacts(database: Database, host: string | null): AsyncGenerator<NamedFact> {
  const rows = database.stream<FactRow>(
    `select ${FACT_COLUMNS} from ${FACT_TABLES} ${host === null ? '' : 'where h.host = $1'}
     order by h.host, f.fact, f.source`,
    host === null ? [] : [host],
  )
  for await (const row of rows) yield namedFactOf(row)
}
