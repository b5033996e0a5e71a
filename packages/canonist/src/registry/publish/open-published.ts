import { statSync } from 'node:fs'
import { join } from 'node:path'
import { StoreError } from '../../store/errors.ts'
import { openRegistry } from '../open-registry.ts'
import { RegistryError } from '../errors.ts'
import type { Lists } from '../lists/lists.ts'
import type { Registry } from '../registry.ts'
import { DISK } from './files.ts'
import { getPointerPath, readPointer } from './pointer.ts'

type Asked = 'find' | 'findByKey' | 'createExistsFn' | 'findAdmissions' | 'findPageAdmissions' | 'findHomePageDecision'
type Listed =
  | 'findByHost'
  | 'findByPrefix'
  | 'streamFacts'
  | 'exportPages'
  | 'exportAliases'
  | 'exportRejected'
  | 'exportReviews'
  | 'exportAdmissions'
  | 'exportFacts'

/** A registry that was published: it can only be read, and follows the pointer of its folder. */
export interface PublishedRegistry extends Pick<Registry, Asked | Listed | keyof Lists> {
  /** The snapshot that was read last. */
  readonly file: string
  /** Why the pointer could not be followed, so that an older snapshot still answers; null where all is well. */
  readonly trouble: Error | null
  close(): Promise<void>
}

/**
 * Opens what `publish` put into a folder. Every question is asked of the snapshot that is in force at that moment; what is
 * still being read of an older one is read to its end. Where the folder is damaged later, the snapshot that is open goes on
 * answering.
 *
 * @example
 * const registry = await openPublished('/srv/registry')
 * await registry.find('https://example.com/')
 */
export async function openPublished(folder: string): Promise<PublishedRegistry> {
  const follower = new PointerFollower(folder)
  await follower.use(async () => undefined)
  return {
    get file() {
      return follower.file
    },
    get trouble() {
      return follower.trouble
    },
    find: (url) => follower.use((registry) => registry.find(url)),
    findByKey: (key) => follower.use((registry) => registry.findByKey(key)),
    createExistsFn: () => (urls) => follower.use((registry) => registry.createExistsFn()(urls)),
    findAdmissions: (url) => follower.use((registry) => registry.findAdmissions(url)),
    findPageAdmissions: (pageId) => follower.use((registry) => registry.findPageAdmissions(pageId)),
    findHomePageDecision: (url) => follower.use((registry) => registry.findHomePageDecision(url)),
    findByHost: (host, options) => follower.list((registry) => registry.findByHost(host, options)),
    findByPrefix: (prefix) => follower.list((registry) => registry.findByPrefix(prefix)),
    streamFacts: (host) => follower.list((registry) => registry.streamFacts(host)),
    exportPages: () => follower.list((registry) => registry.exportPages()),
    exportAliases: () => follower.list((registry) => registry.exportAliases()),
    exportRejected: () => follower.list((registry) => registry.exportRejected()),
    exportReviews: () => follower.list((registry) => registry.exportReviews()),
    exportAdmissions: () => follower.list((registry) => registry.exportAdmissions()),
    exportFacts: () => follower.list((registry) => registry.exportFacts()),
    listPages: (filter, options) => follower.use((registry) => registry.listPages(filter, options)),
    listAliases: (pageId, options) => follower.use((registry) => registry.listAliases(pageId, options)),
    listHosts: (filter, options) => follower.use((registry) => registry.listHosts(filter, options)),
    listReviews: (filter, options) => follower.use((registry) => registry.listReviews(filter, options)),
    listAdmissions: (filter, options) => follower.use((registry) => registry.listAdmissions(filter, options)),
    listRejected: (filter, options) => follower.use((registry) => registry.listRejected(filter, options)),
    listRuns: (filter, options) => follower.use((registry) => registry.listRuns(filter, options)),
    readCounts: () => follower.use((registry) => registry.readCounts()),
    readHostCounts: (host) => follower.use((registry) => registry.readHostCounts(host)),
    close: () => follower.close(),
  }
}

/** A snapshot that is open, and how many are reading it. */
interface Snapshot {
  readonly file: string
  readonly registry: Registry
  readers: number
  isRetired: boolean
}

const MAX_ATTEMPTS = 5

class PointerFollower {
  readonly #folder: string
  #current: Snapshot | null = null
  #seen = ''
  #opening: Promise<void> | null = null
  #trouble: Error | null = null
  #isClosed = false

  constructor(folder: string) {
    this.#folder = folder
  }

  get file(): string {
    return this.#current?.file ?? ''
  }

  get trouble(): Error | null {
    return this.#trouble
  }

  async use<T>(work: (registry: Registry) => Promise<T>): Promise<T> {
    const snapshot = await this.#lease()
    try {
      return await work(snapshot.registry)
    } finally {
      await release(snapshot)
    }
  }

  async *list<T>(work: (registry: Registry) => AsyncIterable<T>): AsyncGenerator<T> {
    const snapshot = await this.#lease()
    try {
      yield* work(snapshot.registry)
    } finally {
      await release(snapshot)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#opening
    const last = this.#current
    this.#current = null
    if (last !== null) await retire(last)
  }

  async #lease(): Promise<Snapshot> {
    // A new pointer is another file by the same name.
    if (!this.#isClosed && this.#seen !== readPointerStamp(this.#folder)) {
      this.#opening ??= this.#moveOn().finally(() => void (this.#opening = null))
      await this.#opening
    }
    if (this.#isClosed || this.#current === null) throw new StoreError('store/closed', this.#folder)
    this.#current.readers += 1
    return this.#current
  }

  async #moveOn(): Promise<void> {
    const mark = readPointerStamp(this.#folder)
    try {
      const next = await this.#openNext()
      if (next !== null) await this.#take(next)
      this.#seen = mark
      this.#trouble = null
    } catch (error) {
      // Asked again with the next question; a reader that has a sound snapshot is not stopped by a damaged folder.
      if (this.#current === null) throw error
      this.#trouble = error instanceof Error ? error : new Error(String(error))
    }
  }

  async #take(next: Snapshot): Promise<void> {
    const before = this.#current
    this.#current = next
    if (before !== null) await retire(before)
  }

  /** Null where the snapshot that is open is in force. */
  async #openNext(): Promise<Snapshot | null> {
    for (let attempt = 1; ; attempt += 1) {
      const file = await readPointer(this.#folder, DISK)
      if (file === null) throw createNothingPublishedError(this.#folder)
      if (file === this.#current?.file) return null
      try {
        const registry = await openRegistry(`sqlite:${join(this.#folder, file)}`, { readOnly: true })
        return { file, registry, readers: 0, isRetired: false }
      } catch (error) {
        // It was removed after its name was read: then there is a newer one.
        if (attempt === MAX_ATTEMPTS || !isMissing(error)) throw error
      }
    }
  }
}

function readPointerStamp(folder: string): string {
  const info = statSync(getPointerPath(folder), { bigint: true, throwIfNoEntry: false })
  return info === undefined ? 'none' : `${info.ino} ${info.mtimeNs}`
}

async function retire(snapshot: Snapshot): Promise<void> {
  snapshot.isRetired = true
  if (snapshot.readers === 0) await snapshot.registry.close()
}

async function release(snapshot: Snapshot): Promise<void> {
  snapshot.readers -= 1
  if (snapshot.readers === 0 && snapshot.isRetired) await snapshot.registry.close()
}

function isMissing(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'store/missing' || error.code === 'store/cannot-open')
}

function createNothingPublishedError(folder: string): RegistryError {
  return new RegistryError('registry/nothing-published', {
    thing: folder,
    fix: `Run canonist publish ${folder} first.`,
  })
}
