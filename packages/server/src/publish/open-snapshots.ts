import { PointerFollower } from '@canonist/registry/internal/registry/publish/pointer-follower'
import type { CanonistSource } from '../canonist/canonist-source.ts'
import { openCanonist } from '../canonist/open-canonist.ts'

/** The snapshots of a folder, of which the newest is served. */
export interface Snapshots extends CanonistSource {
  /** The snapshot that was leased last: `registry-000042.sqlite`. */
  readonly file: string
  close(): Promise<void>
}

export interface SnapshotsOptions {
  readonly now?: (() => number) | undefined
  /** Called with the reason why the pointer could not be followed, once for each reason: an older snapshot stays in use. */
  readonly onTrouble?: ((error: Error) => void) | undefined
}

/**
 * Opens what `publish` put into a folder, and follows its pointer: each request reads the snapshot that is published at that moment.
 *
 * @example
 * const snapshots = await openSnapshots('/srv/registry')
 * await snapshots.use(async (canonist) => (await canonist.registry()).find('https://example.com/'))
 */
export async function openSnapshots(folder: string, { now, onTrouble }: SnapshotsOptions = {}): Promise<Snapshots> {
  const follower = new PointerFollower(folder, (location) => openCanonist(location, { readOnly: true, now }))
  let told: string | null = null
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await work()
    const { trouble } = follower
    if (trouble !== null && trouble.message !== told) onTrouble?.(trouble)
    told = trouble?.message ?? null
    return result
  }
  await follower.use(async () => undefined)
  return {
    get file() {
      return follower.file
    },
    async lease() {
      const snapshot = await watched(() => follower.lease())
      return { canonist: snapshot.opened, release: () => follower.release(snapshot) }
    },
    use: (work) => watched(() => follower.use(work)),
    close: () => follower.close(),
  }
}
