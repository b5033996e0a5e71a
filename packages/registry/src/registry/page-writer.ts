import type { LinkType } from '@canonist/core'
import { findCredentials } from '@canonist/core/internal/credentials/credentials'
import type { Transaction } from '../store/database.ts'
import type { Evidence } from './page-record.ts'
import { draftPage, readFragment } from './spelling.ts'
import { moveAliasesByKey, putAlias } from './sql/aliases-write.sql.ts'
import { mergePage, putPage } from './sql/pages-write.sql.ts'
import { hashKey, toKeyBytes } from './keys.ts'
import { hashShort, toHashBytes } from './stored-hash.ts'
import type { CanonicalUrl, FetchUrl, KeyBytes, KeyText, RawUrl } from '@canonist/core/internal/text/stages'
import { findOwnPageId, findPageIds, readPageKey } from './sql/pages-read.sql.ts'

/** The transaction in which pages and aliases are written. */
export interface PageWriter {
  readonly transaction: Transaction
  readonly policyId: number
  readonly time: number
}

/** A page that is not merged into another one. */
export interface RootPage {
  readonly id: number
  readonly key: KeyText
}

/** A URL that leads to a page. */
export interface FoundUrl {
  readonly rawUrl: RawUrl
  readonly evidence: Evidence
  readonly key: KeyText
}

/** What a page is created from. */
export interface PageOrigin {
  /** The spelling that the fetch URL is made from. */
  readonly spelling: RawUrl | FetchUrl
  /** Set if the link type is known from more than the URL; it then replaces the one of a known page. */
  readonly linkType?: LinkType | null
}

/** Writes the page of a canonical URL. If it was merged into another page, it no longer is. */
export async function writePage(
  { transaction, policyId, time }: PageWriter,
  canonicalUrl: CanonicalUrl,
  { spelling, linkType = null }: PageOrigin,
): Promise<RootPage> {
  const key = hashKey(canonicalUrl)
  const draft = draftPage(canonicalUrl, spelling)
  const stored = toKeyBytes(key)
  const page = { policyId, key: stored, canonicalUrl, fetchUrl: draft.fetchUrl, linkType: linkType ?? draft.linkType }
  const id = await putPage(transaction, page, { host: draft.host, time, isKnownBetter: linkType !== null })
  await moveAliasesByKey(transaction, stored, id, true)
  return { id, key }
}

/** Finds the page that a key leads to; null if it leads to none. */
export async function findRoot({ transaction, policyId }: PageWriter, key: KeyText): Promise<RootPage | null> {
  const id = (await findPageIds(transaction, policyId, [key])).get(key)
  const own = id === undefined ? null : await readPageKey(transaction, id)
  return id === undefined || own === null ? null : { id, key: own }
}

/**
 * Links a URL to the winner: a URL with its own page is merged into it, any other becomes an alias. A URL with a credential stays a page of
 * its own: the winner may be its public version, and the aliases, which are exported, would hold the credential.
 */
export async function linkUrl(writer: PageWriter, winner: RootPage, found: FoundUrl): Promise<void> {
  if (found.key === winner.key) return writeAlias(writer, winner.id, found, null)
  // A rule never connects two different keys.
  if (found.evidence === 'rule' || findCredentials(found.rawUrl).length > 0) return
  // Being known is no proof: what leads to a page already stays as it is.
  if (found.evidence === 'database' && (await findRoot(writer, found.key)) !== null) return
  const { transaction, policyId } = writer
  const key = toKeyBytes(found.key)
  const pageId = await findOwnPageId(transaction, policyId, key)
  if (pageId === null) {
    await moveAliasesByKey(transaction, key, winner.id, false)
    return writeAlias(writer, winner.id, found, key)
  }
  await mergePage(transaction, pageId, winner.id)
  await writeAlias(writer, pageId, found, null)
}

function writeAlias(
  { transaction, time }: PageWriter,
  pageId: number,
  { rawUrl, evidence }: FoundUrl,
  ownKey: KeyBytes | null,
): Promise<void> {
  const alias = {
    pageId,
    rawHash: toHashBytes(hashShort(rawUrl)),
    rawUrl,
    evidence,
    fragment: readFragment(rawUrl),
    ownKey,
  }
  return putAlias(transaction, alias, time)
}
