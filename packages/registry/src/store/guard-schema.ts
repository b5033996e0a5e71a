import type { Database, Transaction } from './database.ts'
import { isReadStatement } from './statement-queue.ts'
import { checkNotNewer } from './migrate.ts'
import type { Migration } from './migration-files.ts'

/**
 * Wraps a database so that every writing transaction first checks that no newer version of Canonist has changed the schema. An older
 * version could otherwise write wrong data unnoticed.
 */
export function guardSchema(database: Database, migrations: readonly Migration[]): Database {
  const transaction: Database['transaction'] = (work, options = {}) =>
    database.transaction(async (open: Transaction) => {
      if (options.readsOnly === true) return work(open)
      // Concurrently, so that the check and the first statements share a round trip. The server answers the check first.
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
    listen: database.listen,
    close: () => database.close(),
  }
}
