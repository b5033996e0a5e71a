import { createHash } from 'node:crypto'

/** A statement that is run again and again is worth being planned once. */
const USES_BEFORE = 1
/** Of one connection; the server keeps them until it is closed. */
const MAX_NAMES = 200
/** Texts that are never run again must not fill the memory. */
const MAX_COUNTED = 2000
/**
 * For the end of a statement that must be planned for the values that it has: a plan that a server keeps for all values may be a
 * hundred times slower for some.
 */
export const PLAN_EACH_TIME = '/* plan each time */'

/** Cursors live in one transaction and gain nothing from a plan that is kept. */
const CURSOR = /^\s*(?:declare|fetch)\b/i

interface Statements {
  readonly uses: Map<string, number>
  readonly names: Map<string, string>
}

/**
 * Names the statements that a server prepares once and runs often, for all connections of one pool.
 *
 * A name is a hash of its SQL, so it means the same statement to every client. With a pooler that lends out connections per
 * transaction (PgBouncer) a statement may still be missing on the connection, or be there already: then `turnOff` makes all
 * statements of the pool unnamed.
 */
export class StatementNames {
  readonly #byConnection = new WeakMap<object, Statements>()
  #isOff = false

  turnOff(): void {
    this.#isOff = true
  }

  /** Nothing where the server need not remember the statement. */
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

/** PostgreSQL cuts names off after 63 bytes. */
function hashStatement(sql: string): string {
  return `canonist_${createHash('sha256').update(sql).digest('hex').slice(0, 40)}`
}
