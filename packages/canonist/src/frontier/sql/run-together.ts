import type { Transaction, Value } from '../../store/database.ts'

/** A statement that changes rows, with its values. */
export type Change = readonly [sql: string, values: readonly Value[]]

/**
 * Changes to different tables that do not need to see each other: for a server in one message, because each way there and
 * back costs more than most of these statements.
 */
export async function runTogether(transaction: Transaction, changes: readonly Change[]): Promise<void> {
  if (transaction.dialect === 'sqlite' || changes.length < 2) {
    for (const [sql, values] of changes) await transaction.run(sql, values)
    return
  }
  const all: Value[] = []
  const parts = changes.map(([sql, values], index) => {
    const part = `change_${index} as (${sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + all.length}`)})`
    all.push(...values)
    return part
  })
  await transaction.run(`with ${parts.join(', ')} select 1`, all)
}
