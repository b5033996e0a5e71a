import type pg from 'pg'
import type { Listener, ListenOptions, Row, Value } from './database.ts'
import { mapPostgresError, type PostgresName } from './driver-errors.ts'
import { toParameter } from './postgres-values.ts'

/**
 * Receives notifications on a connection outside the pool: a pool hands connections from one user to the next, and a notification
 * arrives only where `listen` was run.
 *
 * It is *open* until it is closed or the connection is lost, and is never opened again. Must never throw on a lost connection: it notifies
 * its owner once, who then finds changes without it.
 */
export class PostgresListener implements Listener {
  readonly #client: pg.Client
  readonly #name: PostgresName
  #isOpen = true

  private constructor(client: pg.Client, name: PostgresName) {
    this.#client = client
    this.#name = name
  }

  static async open(client: pg.Client, name: PostgresName, options: ListenOptions): Promise<PostgresListener> {
    const { channel, onNotification, onLost } = options
    const listener = new PostgresListener(client, name)
    const lose = (): void => {
      if (!listener.#isOpen) return
      listener.#isOpen = false
      onLost()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload = '' }) => onNotification(payload))
    await client.connect()
    await client.query(`listen ${channel}`)
    return listener
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  async all<R = Row>(sql: string, values: readonly Value[] = []): Promise<R[]> {
    try {
      const { rows } = await this.#client.query<Row>(sql, values.map(toParameter))
      return rows as R[]
    } catch (error) {
      throw mapPostgresError(error, this.#name, !this.#isOpen)
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false
    await this.#client.end().catch(() => undefined)
  }
}
