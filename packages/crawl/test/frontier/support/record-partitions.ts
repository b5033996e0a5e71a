import type { Database, Transaction, Value } from '@canonist/registry/internal/store/database'

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Node Type': string
  readonly 'Actual Loops'?: number
  readonly Plans?: readonly PlanNode[]
}

/** The partitions that a plan has read: those that were pruned were never executed. */
function* readPartitions(node: PlanNode): Generator<string> {
  const table = node['Relation Name'] ?? ''
  const isRead = node['Node Type'] !== 'ModifyTable' && (node['Actual Loops'] ?? 0) > 0
  if (isRead && /^frontier_urls_\d+$/.test(table)) yield table
  for (const child of node.Plans ?? []) yield* readPartitions(child)
}

/** The same database, which tells the partitions that the statements of some work have read, by their plans. */
export function recordPartitions(database: Database): {
  recorded: Database
  record(work: () => Promise<unknown>): Promise<Set<string>>
} {
  let touched = new Set<string>()
  let isRecording = false
  /** Runs the statement twice: to see its plan, which is taken back, and in earnest. */
  const explain = (transaction: Transaction, sql: string, values: readonly Value[] = []): void => {
    if (!isRecording || !sql.includes('frontier_urls')) return
    transaction.send('savepoint explained')
    const plan = transaction.all(`explain (analyze, timing off, format json) ${sql}`, values)
    void plan.then(([row]) => {
      const [explained] = JSON.parse(String(row?.['QUERY PLAN'])) as [{ Plan: PlanNode }]
      for (const partition of readPartitions(explained.Plan)) touched.add(partition)
    })
    transaction.send('rollback to explained')
  }
  const watching = (transaction: Transaction): Transaction => ({
    dialect: transaction.dialect,
    all: (sql, values) => (explain(transaction, sql, values), transaction.all(sql, values)),
    run: (sql, values) => (explain(transaction, sql, values), transaction.run(sql, values)),
    send: (sql, values) => (explain(transaction, sql, values), transaction.send(sql, values)),
    count: (counter, by) => transaction.count(counter, by),
    stage: (table, columns, rows) => transaction.stage(table, columns, rows),
    insert: (table, columns, rows) => transaction.insert(table, columns, rows),
  })
  return {
    recorded: {
      dialect: database.dialect,
      name: database.name,
      all: (sql, values) => database.all(sql, values),
      run: (sql, values) => database.run(sql, values),
      transaction: (work, options) => database.transaction((transaction) => work(watching(transaction)), options),
      stream: (sql, values) => database.stream(sql, values),
      close: () => database.close(),
    },
    async record(work) {
      touched = new Set()
      isRecording = true
      await work()
      isRecording = false
      return touched
    },
  }
}
