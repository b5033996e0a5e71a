import { createHash } from 'node:crypto'

/** Uses after which a statement is prepared: planning it once pays off only if it is repeated. */
const USES_BEFORE = 1
/** Prepared statements per connection; the server keeps them until the connection closes. */
const MAX_NAMES = 200
/** Limits the memory for statements that never repeat. */
const MAX_COUNTED = 2000
/**
 * Append this to a statement that must be planned for its actual values: a generic plan may be a hundred times slower for some of them.
 */
export const PLAN_EACH_TIME = '/* plan each time */'

/** Cursors exist for one transaction, so a prepared plan gains nothing. */
const CURSOR = /^\s*(?:declare|fetch)\b/i

interface Statements {
  readonly uses: Map<string, number>
  readonly names: Map<string, string>
}

/**
 * Names the statements that the server should prepare, for all connections of one pool.
 *
 * A name is a hash of the SQL, so it means the same statement to every client. A pooler that lends connections per transaction
 * (PgBouncer) may still lack a statement on a connection, or already have it. `turnOff` then makes all statements of the pool unnamed,
 * for good.
 */
export class StatementNames {
  readonly #byConnection = new WeakMap<object, Statements>()
  #isOff = false

  turnOff(): void {
    this.#isOff = true
  }

  /** Returns the name to pass to the driver, or nothing if the server should not prepare the statement. */
  getName(connection: object, sql: string): { readonly name?: string } {
    if (this.#isOff || CURSOR.test(sql) || sql.endsWith(PLAN_EACH_TIME)) return {}
    const { uses, names } = this.#byConnection.get(connection) ?? this.#addConnection(connection)
    const known = names.get(sql)
    if (known !== undefined) return { name: known }
    const count = (uses.get(sql) ?? 0) + 1
    if (count <= USES_BEFORE && uses.size < MAX_COUNTED) uses.set(sql, count)
    if (count <= USES_BEFORE || names.size >= MAX_NAMES) return {}
    uses.delete(sql)
    const name = hashStatement(sql)
    names.set(sql, name)
    return { name }
  }

  #addConnection(connection: object): Statements {
    const statements = { uses: new Map<string, number>(), names: new Map<string, string>() }
    this.#byConnection.set(connection, statements)
    return statements
  }
}

/** PostgreSQL truncates names to 63 bytes. */
function hashStatement(sql: string): string {
  return `canonist_${createHash('sha256').update(sql).digest('hex').slice(0, 40)}`
}
