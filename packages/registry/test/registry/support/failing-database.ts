import type { Database, Transaction } from '../../../src/store/database.ts'

/** The same database, on which the n-th statement that is run in a transaction fails. */
export function failingAtStatement(database: Database, n: number): Database {
  let asked = 0
  const step = <T>(work: () => Promise<T>): Promise<T> => {
    asked += 1
    return asked === n ? Promise.reject(new Error(`statement ${n} failed`)) : work()
  }
  const failing = (transaction: Transaction): Transaction => ({
    dialect: transaction.dialect,
    all: (sql, values) => step(() => transaction.all(sql, values)),
    run: (sql, values) => step(() => transaction.run(sql, values)),
    send: (sql, values) => {
      asked += 1
      if (asked === n) transaction.send(`select statement_${n}_failed`)
      else transaction.send(sql, values)
    },
    count: (counter, by) => transaction.count(counter, by),
    stage: (table, columns, rows) => step(() => transaction.stage(table, columns, rows)),
    insert: (table, columns, rows) => step(() => transaction.insert(table, columns, rows)),
  })
  return {
    dialect: database.dialect,
    name: database.name,
    all: (sql, values) => database.all(sql, values),
    run: (sql, values) => database.run(sql, values),
    transaction: (work, options) => database.transaction((transaction) => work(failing(transaction)), options),
    stream: (sql, values) => database.stream(sql, values),
    close: () => database.close(),
  }
}
