import { openRegistry } from '../open-registry.ts'
import type { Lists } from '../lists/lists.ts'
import type { Registry } from '../registry.ts'
import { PointerFollower } from './pointer-follower.ts'

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

/** A published registry: it is read-only and follows the pointer of its folder. */
export interface PublishedRegistry extends Pick<Registry, Asked | Listed | keyof Lists> {
  /** The snapshot that was read last. */
  readonly file: string
  /** Why the pointer could not be followed, so that an older snapshot is still in use; null if there is no problem. */
  readonly trouble: Error | null
  close(): Promise<void>
}

/**
 * Opens the published snapshot of a folder. Every query reads the newest snapshot; queries that are still reading an older one finish. If the
 * folder is damaged later, the open snapshot stays in use.
 *
 * @example
 * const registry = await openPublished('/srv/registry')
 * await registry.find('https://example.com/')
 */
export async function openPublished(folder: string): Promise<PublishedRegistry> {
  const follower = new PointerFollower(folder, (location) => openRegistry(location, { readOnly: true }))
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
