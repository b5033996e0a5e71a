import { Buffer } from 'node:buffer'
import type { Value } from '../store/database.ts'
import { withAliases } from './alias-rows.ts'
import type { RegistryContext } from './context.ts'
import { keyOf, locate } from './locate.ts'
import type { PageRecord } from './page-record.ts'
import { PAGE_COLUMNS, PAGE_TABLES, pageOf, type PageRow } from './page-rows.ts'
import { RegistryError } from './errors.ts'
import type { HostOptions } from './registry.ts'
import { plainHost, plainPrefix } from './plain-host.ts'
import { hostOf } from './spelling.ts'
import { STORED_BYTES, storedHash } from './stored-hash.ts'
import { whileNothingMoves } from './while-nothing-moves.ts'
import { chunksFrom } from '../text/chunks.ts'

export { plainHost } from './plain-host.ts'

export function find(context: RegistryContext, url: string): Promise<PageRecord | null> {
  return whileNothingMoves(
    context.database,
    async () =>
      (await findByOwnKey(context, url)) ?? (await findAliased(context, url)) ?? (await findAdmitted(context, url)),
  )
}

async function findAliased(context: RegistryContext, url: string): Promise<PageRecord | null> {
  const [id] = await locate(context, [url])
  return id === undefined || id === null ? null : findById(context, id)
}

/** Not the same page by what it is spelled like, but the one that it was admitted as. */
async function findAdmitted(context: RegistryContext, url: string): Promise<PageRecord | null> {
  // Loaded where nothing else knows the URL: it takes what reads the input of admissions.
  const { admittedUrl } = await import('./admissions/admitted-url.ts')
  const canonical = await admittedUrl(context, url)
  return canonical === null || canonical === url ? null : findAliased(context, canonical)
}

/** Nearly always there is nothing more to it: a page under the policy in force that stands for itself. */
async function findByOwnKey({ database, policies }: RegistryContext, url: string): Promise<PageRecord | null> {
  const [inForce] = await policies.read(database)
  const key = inForce === undefined ? null : keyOf(url, inForce.policy)
  if (inForce === undefined || key === null) return null
  const [row] = await database.all<PageRow>(
    `select ${PAGE_COLUMNS} from ${PAGE_TABLES} where p.policy_id = $1 and p.key = $2 and p.merged_into is null`,
    [inForce.id, storedHash(key)],
  )
  return row === undefined ? null : ((await withAliases(database, [pageOf(row)]))[0] ?? null)
}

/** A page by its id, or the one that it was found to be, which may be since a moment ago. */
export const STANDING_PAGE = 'p.id = (select coalesce(merged_into, id) from pages where id = $1)'

export async function findById({ database }: RegistryContext, id: number): Promise<PageRecord | null> {
  const [row] = await database.all<PageRow>(`select ${PAGE_COLUMNS} from ${PAGE_TABLES} where ${STANDING_PAGE}`, [id])
  if (row === undefined) return null
  const [record] = await withAliases(database, [pageOf(row)])
  return record ?? null
}

const KEY = /^[0-9a-f]{64}$/i

export async function findByKey(context: RegistryContext, key: string): Promise<PageRecord | null> {
  if (!KEY.test(key)) {
    throw new RegistryError('registry/bad-key')
  }
  const rows = await context.database.all<PageRow>(
    `select ${PAGE_COLUMNS} from ${PAGE_TABLES} where p.key = $1 and p.policy_id in (select id from policies)`,
    [Buffer.from(key, 'hex').subarray(0, STORED_BYTES)],
  )
  // The database keeps half of the key; all of it follows from the URL.
  const row = rows.find((row) => pageOf(row).key === key.toLowerCase())
  return row === undefined ? null : findById(context, row.merged_into ?? row.id)
}

export async function* pagesOfHost(
  context: RegistryContext,
  host: string,
  { subdomains = false }: HostOptions,
): AsyncGenerator<PageRecord> {
  const name = plainHost(host)
  const below = `%.${name.replace(/[%_!]/g, '!$&')}`
  const where = subdomains ? `(h.host = $1 or h.host like $2 escape '!')` : 'h.host = $1'
  yield* pagesWhere(context, where, subdomains ? [name, below] : [name])
}

export async function* pagesWithPrefix(context: RegistryContext, prefix: string): AsyncGenerator<PageRecord> {
  const spelled = plainPrefix(prefix)
  yield* pagesWhere(context, 'h.host = $1 and substr(p.canonical_url, 1, length($2)) = $2', [hostOf(spelled), spelled])
}

const PAGES_AT_ONCE = 200

async function* pagesWhere(
  { database }: RegistryContext,
  where: string,
  values: readonly Value[],
): AsyncGenerator<PageRecord> {
  const sql = `select ${PAGE_COLUMNS} from ${PAGE_TABLES} where ${where} and p.merged_into is null order by p.id`
  for await (const rows of chunksFrom(database.stream<PageRow>(sql, values), PAGES_AT_ONCE))
    yield* await withAliases(database, rows.map(pageOf))
}
