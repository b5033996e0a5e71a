import { findPageAdmissions } from '@canonist/registry/internal/registry/sql/admissions-read.sql'
import type { StoredAdmission } from '@canonist/registry/internal/registry/admissions/stored-admission'
import type { RegistryContext } from '@canonist/registry/internal/registry/context'
import type { NamedFact } from '@canonist/registry/internal/registry/sql/facts.sql'
import { find, findById, findByKey, findByHost, findByPrefix } from '@canonist/registry/internal/registry/find'
import { readHost } from '@canonist/registry/internal/registry/read-host'
import type { PageRecord, Page } from '@canonist/registry/internal/registry/page-record'
import { classify, tryNormalize, type LinkType } from '@canonist/core'
import { isClear } from '@canonist/core/internal/text/is-clear'
import type { Canonist } from '../canonist/open-canonist.ts'

export type { StoredAdmission } from '@canonist/registry/internal/registry/admissions/stored-admission'
export type { NamedFact } from '@canonist/registry/internal/registry/sql/facts.sql'
export type { Alias, PageRecord } from '@canonist/registry/internal/registry/page-record'

/** Which pages: that of a URL in any of its spellings, that of a key, those of a host, or those below a URL. */
export type PageQuery =
  | { readonly url: string }
  | { readonly key: string }
  | { readonly id: number }
  | { readonly host: string; readonly subdomains?: boolean | undefined }
  | { readonly prefix: string }

/** A page with all that leads to it, and the admissions of its URLs that count. */
export interface FoundPage extends PageRecord, ShownLinkType {
  readonly admissions: readonly StoredAdmission[]
}

// The verbs are taken from the registry one by one: opening it loads what admits, decides and publishes, too.
export async function* findPages({ context }: Canonist, query: PageQuery): AsyncGenerator<FoundPage> {
  for await (const page of readPages(context, query)) {
    yield { ...addShownLinkType(page), admissions: await findPageAdmissions(context, page.id) }
  }
}

async function* readPages(context: RegistryContext, query: PageQuery): AsyncGenerator<PageRecord> {
  if ('host' in query) yield* findByHost(context, query.host, { subdomains: query.subdomains })
  else if ('prefix' in query) yield* findByPrefix(context, query.prefix)
  else {
    const page = await readPage(context, query)
    if (page !== null) yield page
  }
}

function readPage(
  context: RegistryContext,
  query: Extract<PageQuery, { url: string } | { key: string } | { id: number }>,
): Promise<PageRecord | null> {
  if ('id' in query) return findById(context, query.id)
  return 'key' in query ? findByKey(context, query.key) : find(context, query.url)
}

/** All that is known of a host. */
export async function findFacts({ context }: Canonist, host: string): Promise<NamedFact[]> {
  // Loaded on demand: only questions about a host need it.
  const { streamFacts } = await import('@canonist/registry/internal/registry/sql/facts.sql')
  const facts: NamedFact[] = []
  for await (const fact of streamFacts(context.database, readHost(host))) facts.push(fact)
  return facts
}

/** What people should read about the type of a page. */
export interface ShownLinkType {
  /** The link type; null for a home page that is only a guess. */
  readonly shownLinkType: LinkType | null
}

export function addShownLinkType<Stored extends Pick<Page, 'canonicalUrl' | 'linkType'>>(
  page: Stored,
): Stored & ShownLinkType {
  return { ...page, shownLinkType: chooseLinkType(page) }
}

/** A type that is not `homepage` may be due to the title, which is not stored. */
function chooseLinkType({ canonicalUrl, linkType }: Pick<Page, 'canonicalUrl' | 'linkType'>): LinkType | null {
  if (linkType !== 'homepage') return linkType
  // A database may have been written by other programs.
  if (!tryNormalize(canonicalUrl, 'rfc3986').ok) return null
  const found = classify(canonicalUrl)
  return found.linkType === 'homepage' && !isClear(found) ? null : found.linkType
}
