import { closeConnection, type Connection } from './connection.ts'

const MAX_IDLE = 256

/** Kept connections, by origin and address. A connection is here only while it is idle; the one that has been idle longest is closed to make room. Must never return a closed connection. */
export class IdleConnections {
  readonly #byKey = new Map<string, Connection[]>()
  /** In the order in which they became idle. */
  readonly #keys = new Map<Connection, string>()

  readonly #noticed = new WeakSet<Connection>()

  get size(): number {
    return this.#keys.size
  }

  take(key: string): Connection | null {
    for (;;) {
      const connection = this.#byKey.get(key)?.pop()
      if (connection === undefined) return null
      this.#keys.delete(connection)
      if (!connection.socket.destroyed) return connection
    }
  }

  give(key: string, connection: Connection): void {
    if (connection.socket.destroyed) return closeConnection(connection)
    this.#notice(connection)
    this.#keys.set(connection, key)
    const list = this.#byKey.get(key)
    if (list === undefined) this.#byKey.set(key, [connection])
    else list.push(connection)
    const [oldest] = this.#keys.keys()
    if (this.#keys.size > MAX_IDLE && oldest !== undefined) this.#drop(oldest)
  }

  clear(): void {
    for (const connection of this.#keys.keys()) this.#drop(connection)
  }

  /** Once per connection, which may come and go many times. */
  #notice(connection: Connection): void {
    if (this.#noticed.has(connection)) return
    this.#noticed.add(connection)
    connection.socket.once('close', () => this.#drop(connection))
  }

  #drop(connection: Connection): void {
    this.#remove(connection)
    closeConnection(connection)
  }

  #remove(connection: Connection): void {
    const key = this.#keys.get(connection)
    if (key === undefined) return
    this.#keys.delete(connection)
    const rest = this.#byKey.get(key)?.filter((other) => other !== connection) ?? []
    if (rest.length === 0) this.#byKey.delete(key)
    else this.#byKey.set(key, rest)
  }
}
