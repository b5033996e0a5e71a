// A process that ends itself in the middle of its first migration, before anything is committed: killed-migration.ts LOCATION
import type { ScriptTransaction, Migratable } from '../../../../src/store/script-transaction.ts'
import { migrate } from '../../../../src/store/migrate.ts'
import { readMigrations } from '../../../../src/store/migration-files.ts'
import { connect } from '../connect.ts'

function killedAfterScript(transaction: ScriptTransaction): ScriptTransaction {
  return {
    dialect: transaction.dialect,
    all: (sql, values) => transaction.all(sql, values),
    run: (sql, values) => transaction.run(sql, values),
    send: (sql, values) => transaction.send(sql, values),
    count: (counter, by) => transaction.count(counter, by),
    stage: (table, columns, rows) => transaction.stage(table, columns, rows),
    insert: (table, columns, rows) => transaction.insert(table, columns, rows),
    script: async (sql) => {
      await transaction.script(sql)
      if (sql.includes('create table pages')) process.kill(process.pid, 'SIGKILL')
    },
  }
}

const database = await connect(process.argv[2] ?? '')
const killed: Migratable = {
  dialect: database.dialect,
  name: database.name,
  all: (sql, values) => database.all(sql, values),
  run: (sql, values) => database.run(sql, values),
  stream: (sql, values) => database.stream(sql, values),
  transaction: (work) => database.transaction((transaction) => work(killedAfterScript(transaction))),
  close: () => database.close(),
}
await migrate(killed, readMigrations(database.dialect))
console.log('not killed')
