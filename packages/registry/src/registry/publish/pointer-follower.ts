import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isStoreError } from '../../store/driver-errors.ts'
import { StoreError } from '../../store/errors.ts'
import { RegistryError } from '../errors.ts'
import { DISK } from './files.ts'
import { getPointerPath, readPointer } from './pointer.ts'

/** An open snapshot and its number of readers. */
export interface Snapshot<T> {
  readonly file: string
  readonly opened: T
  readonly readers: number
  /** Whether the pointer names a newer one. */
  readonly isRetired: boolean
}

type OpenSnapshot<T> = { -readonly [Key in keyof Snapshot<T>]: Snapshot<T>[Key] }

const MAX_ATTEMPTS = 5

/**
 * Follows the pointer of a folder of snapshots. Each reader leases the snapshot that the pointer names at that moment and keeps it
 * to its end.
 *
 * A snapshot is *current* (new readers lease it) or *replaced* (only its last readers use it). If the folder is damaged later, the
 * current snapshot stays in use, and `trouble` says why.
 *
 * Must never close a snapshot before its last reader is done.
 */
export class PointerFollower<T extends { close(): Promise<void> }> {
  readonly #folder: string
  readonly #open: (location: string) => Promise<T>
  #current: OpenSnapshot<T> | null = null
  #seen = ''
  #opening: Promise<void> | null = null
  #trouble: Error | null = null
  #isClosed = false

  /** @param open opens a snapshot for reading only */
  constructor(folder: string, open: (location: string) => Promise<T>) {
    this.#folder = folder
    this.#open = open
  }

  get file(): string {
    return this.#current?.file ?? ''
  }

  /** Why the pointer could not be followed; null if it could. */
  get trouble(): Error | null {
    return this.#trouble
  }

  async use<Result>(work: (opened: T) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const snapshot = await this.lease()
      try {
        return await work(snapshot.opened)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !wasRemoved(snapshot, error)) throw error
      } finally {
        await this.release(snapshot)
      }
    }
  }

  async *list<Item>(work: (opened: T) => AsyncIterable<Item>): AsyncGenerator<Item> {
    const snapshot = await this.lease()
    try {
      yield* work(snapshot.opened)
    } finally {
      await this.release(snapshot)
    }
  }

  /** The caller must release it. */
  async lease(): Promise<Snapshot<T>> {
    // Again if the pointer was switched meanwhile: a query that starts after the switch must get the new snapshot.
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && this.#isBehind(); attempt += 1) {
      this.#opening ??= this.#moveOn().finally(() => void (this.#opening = null))
      await this.#opening
      if (this.#trouble !== null) break
    }
    if (this.#isClosed || this.#current === null) throw new StoreError('store/closed', this.#folder)
    this.#current.readers += 1
    return this.#current
  }

  async release(snapshot: Snapshot<T>): Promise<void> {
    const open = snapshot as OpenSnapshot<T>
    open.readers -= 1
    if (open.readers === 0 && open.isRetired) await open.opened.close()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#opening
    const last = this.#current
    this.#current = null
    if (last !== null) await retire(last)
  }

  /** A new pointer is another file with the same name. */
  #isBehind(): boolean {
    return !this.#isClosed && this.#seen !== readPointerStamp(this.#folder)
  }

  async #moveOn(): Promise<void> {
    const mark = readPointerStamp(this.#folder)
    try {
      const next = await this.#openNext()
      if (next !== null) await this.#take(next)
      this.#seen = mark
      this.#trouble = null
    } catch (error) {
      // The next query tries again. A damaged folder must not stop readers that have a sound snapshot.
      if (this.#current === null) throw error
      this.#trouble = error instanceof Error ? error : new Error(String(error))
    }
  }

  async #take(next: OpenSnapshot<T>): Promise<void> {
    const before = this.#current
    this.#current = next
    if (before !== null) await retire(before)
  }

  /** Null if the open snapshot is still the newest. */
  async #openNext(): Promise<OpenSnapshot<T> | null> {
    for (let attempt = 1; ; attempt += 1) {
      const file = await readPointer(this.#folder, DISK)
      if (file === null) throw createNothingPublishedError(this.#folder)
      if (file === this.#current?.file) return null
      try {
        const opened = await this.#open(`sqlite:${join(this.#folder, file)}`)
        return { file, opened, readers: 0, isRetired: false }
      } catch (error) {
        // The snapshot was removed after the pointer was read, so there is a newer one.
        if (attempt === MAX_ATTEMPTS || !isMissing(error)) throw error
      }
    }
  }
}

/** Whether an error comes from a snapshot whose file `publish` removed while it was in use: some queries open the file again. */
function wasRemoved({ isRetired }: Pick<Snapshot<unknown>, 'isRetired'>, error: unknown): boolean {
  return isRetired && isMissing(error)
}

function readPointerStamp(folder: string): string {
  const info = statSync(getPointerPath(folder), { bigint: true, throwIfNoEntry: false })
  return info === undefined ? 'none' : `${info.ino} ${info.mtimeNs}`
}

async function retire<T extends { close(): Promise<void> }>(snapshot: OpenSnapshot<T>): Promise<void> {
  snapshot.isRetired = true
  if (snapshot.readers === 0) await snapshot.opened.close()
}

function isMissing(error: unknown): boolean {
  return isStoreError(error, 'store/missing') || isStoreError(error, 'store/cannot-open')
}

function createNothingPublishedError(folder: string): RegistryError {
  return new RegistryError('registry/nothing-published', {
    thing: folder,
    fix: `Run canonist publish ${folder} first.`,
  })
}
