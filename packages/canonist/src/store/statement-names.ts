/** A statement that comes again and again is worth being planned once. */
const USES_BEFORE = 1
/** Of one connection; the server keeps them until it is closed. */
const MOST_NAMES = 200
/** Texts that never come again must not fill the memory. */
const MOST_COUNTED = 2000

interface Statements {
  readonly uses: Map<string, number>
  readonly names: Map<string, string>
}

const ofConnection = new WeakMap<object, Statements>()

/** What the server is to remember a statement by; nothing where it need not. */
export function statementName(connection: object, sql: string): { readonly name?: string } {
  const { uses, names } = ofConnection.get(connection) ?? begin(connection)
  const known = names.get(sql)
  if (known !== undefined) return { name: known }
  const count = (uses.get(sql) ?? 0) + 1
  if (count <= USES_BEFORE && uses.size < MOST_COUNTED) uses.set(sql, count)
  if (count <= USES_BEFORE || names.size >= MOST_NAMES) return {}
  uses.delete(sql)
  names.set(sql, `statement_${names.size + 1}`)
  return { name: `statement_${names.size}` }
}

function begin(connection: object): Statements {
  const statements = { uses: new Map<string, number>(), names: new Map<string, string>() }
  ofConnection.set(connection, statements)
  return statements
}
