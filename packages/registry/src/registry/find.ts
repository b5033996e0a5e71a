import type { RegistryContext } from './context.ts'
import { toKey } from './canonical-url.ts'
import { cutKeyHex, readKeyHex, toKeyBytes } from './keys.ts'
import { locatePages } from './locate-pages.ts'
import type { Page, PageRecord } from './page-record.ts'
import { addAliases } from './sql/aliases-read.sql.ts'
import { findPage, findPagesByKey, findPageByKey, streamPages } from './sql/pages-read.sql.ts'
import { Where } from '../store/sql-values.ts'
import type { Session } from '../store/database.ts'
import { RegistryError } from './errors.ts'
import type { HostPagesOptions } from './registry.ts'
import { readHost, spellPrefix } from './read-host.ts'
import { findHost } from './spelling.ts'
import { retryWhileKeysMove } from './retry-while-keys-move.ts'
import { collectChunks } from '@canonist/core/internal/text/chunks'

export function find(context: RegistryContext, url: string): Promise<PageRecord | null> {
  return retryWhileKeysMove(
    context.database,
    async () =>
      (await findByOwnKey(context, url)) ?? (await findAliased(context, url)) ?? (await findAdmitted(context, url)),
  )
}

async function findAliased(context: RegistryContext, url: string): Promise<PageRecord | null> {
  const [id] = await locatePages(context, [url])
  return id === undefined || id === null ? null : findById(context, id)
}

/** Finds the page that a URL was admitted as, which its spelling alone does not lead to. */
async function findAdmitted(context: RegistryContext, url: string): Promise<PageRecord | null> {
  // Loaded on demand: it pulls in the modules that read the input of admissions.
  const { findAdmittedUrl } = await import('./admissions/find-admitted-url.ts')
  const canonical = await findAdmittedUrl(context, url)
  return canonical === null || canonical === url ? null : findAliased(context, canonical)
}

/** The common case: a page under the active policy that is not merged into another one. */
async function findByOwnKey({ database, policies }: RegistryContext, url: string): Promise<PageRecord | null> {
  const [active] = await policies.read(database)
  const key = active === undefined ? null : toKey(url, active.policy)
  if (active === undefined || key === null) return null
  return addAliasesTo(database, await findPageByKey(database, active.id, toKeyBytes(key)))
}

export async function findById({ database }: RegistryContext, id: number): Promise<PageRecord | null> {
  return addAliasesTo(database, await findPage(database, id))
}

async function addAliasesTo(session: Session, page: Page | null): Promise<PageRecord | null> {
  return page === null ? null : ((await addAliases(session, [page]))[0] ?? null)
}

export async function findByKey(context: RegistryContext, key: string): Promise<PageRecord | null> {
  const wanted = readKeyHex(key)
  if (wanted === null) throw new RegistryError('registry/bad-key')
  // The database stores only half of the key; the whole key is computed from the URL.
  const found = (await findPagesByKey(context.database, cutKeyHex(wanted))).find(({ page }) => page.key === wanted)
  return found === undefined ? null : findById(context, found.rootId)
}

export async function* findByHost(
  context: RegistryContext,
  host: string,
  { subdomains = false }: HostPagesOptions,
): AsyncGenerator<PageRecord> {
  const [name, where] = [readHost(host), new Where()]
  const isHost = `h.host = ${where.put(name)}`
  const isBelow = (): string => `h.host like ${where.put(`%.${name.replace(/[%_!]/g, '!$&')}`)} escape '!'`
  yield* streamRecords(context, where.and(subdomains ? `(${isHost} or ${isBelow()})` : isHost))
}

export async function* findByPrefix(context: RegistryContext, prefix: string): AsyncGenerator<PageRecord> {
  const [spelled, where] = [spellPrefix(prefix), new Where()]
  where.and(`h.host = ${where.put(findHost(spelled))}`)
  const start = where.put(spelled)
  yield* streamRecords(context, where.and(`substr(p.canonical_url, 1, length(${start})) = ${start}`))
}

const PAGES_AT_ONCE = 200

async function* streamRecords({ database }: RegistryContext, where: Where): AsyncGenerator<PageRecord> {
  for await (const pages of collectChunks(streamPages(database, where), PAGES_AT_ONCE))
    yield* await addAliases(database, pages)
}
