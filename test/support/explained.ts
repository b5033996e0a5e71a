import type { Database, Row } from '@canonist/registry/internal/store/database'

/** The same database, which also tells how it reads what it is asked. */
export interface Explained extends Database {
  /** What is wrong with the plans so far, in words: rows that were read without an index, or more of them than a part can need. */
  readonly faults: string[]
}

/**
 * A part of 50, from 24 ranges of an index or from 200 hosts, and what belongs to its items. For a verdict that twenty pages have,
 * PostgreSQL may read these for each host.
 */
const MOST_ROWS = 5000

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

export function explained(database: Database): Explained {
  const faults: string[] = []
  const { name, dialect, run, transaction, stream, close } = database
  const all = async <R = Row>(sql: string, values?: Parameters<Database['all']>[1]): Promise<R[]> => {
    const found =
      dialect === 'sqlite' ? await sqliteFaults(database, sql, values) : await postgresFaults(database, sql, values)
    faults.push(...found.map((fault) => `${fault}\n  in ${sql}`))
    return database.all<R>(sql, values)
  }
  return { name, dialect, run, transaction, stream, close, all, faults }
}

/** Reads a whole table; in the order of its key it only reads as far as it must. The shared clock is one row. */
const READS_ALL =
  /^SCAN (?!.*USING (?:COVERING )?INDEX)(?!part|\(subquery|found|json_each|numbers|CONSTANT ROW|shared_clock)/

async function sqliteFaults(
  database: Database,
  sql: string,
  values: Parameters<Database['all']>[1],
): Promise<string[]> {
  const rows = await database.all<{ readonly detail: string }>(`explain query plan ${sql}`, values)
  const steps = rows.map(({ detail }) => detail)
  const faults = steps.filter(
    (step) => (READS_ALL.test(step) && !step.includes('json_each')) || step.includes('AUTOMATIC'),
  )
  // Only what several ranges give, some rows of each, is sorted.
  if (!sql.includes('union all')) faults.push(...steps.filter((step) => step.includes('TEMP B-TREE FOR ORDER BY')))
  return faults
}

async function postgresFaults(
  database: Database,
  sql: string,
  values: Parameters<Database['all']>[1],
): Promise<string[]> {
  const [row] = await database.all(`explain (analyze, format json) ${sql}`, values)
  const [plan] = JSON.parse(String(row?.['QUERY PLAN'])) as [{ readonly Plan: PlanNode }]
  return listNodes(plan.Plan).flatMap((node) => {
    const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    return read > MOST_ROWS ? [`${node['Node Type']} on ${node['Relation Name']} reads ${read} rows`] : []
  })
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]
