import type { Database, Transaction } from './database.ts'
import { isReadStatement } from './is-read-statement.ts'
import { checkNotNewer } from './migrate.ts'
import type { Migration } from './migration-files.ts'

/**
 * The same database, which before it writes looks if a newer version has changed the schema meanwhile: what an older one
 * writes then might be wrong, and nobody would notice.
 */
export function guardSchema(database: Database, migrations: readonly Migration[]): Database {
  const transaction: Database['transaction'] = (work, options = {}) =>
    database.transaction(async (open: Transaction) => {
      if (options.readsOnly === true) return work(open)
      // At the same time, so that the first statements go to a server with the question; its answer comes first.
      const [, result] = await Promise.all([checkNotNewer(database.name, open, migrations), work(open)])
      return result
    }, options)
  return {
    name: database.name,
    dialect: database.dialect,
    transaction,
    run: (sql, values) => transaction((open) => open.run(sql, values)),
    all: (sql, values) =>
      isReadStatement(sql) ? database.all(sql, values) : transaction((open) => open.all(sql, values)),
    stream: (sql, values) => database.stream(sql, values),
    close: () => database.close(),
  }
}
