import type { CrawlRecord } from '@canonist/learn/internal/log/types'
import type { ExportedAlias } from '@canonist/registry/internal/registry/exported'
import type { Page } from '@canonist/registry/internal/registry/page-record'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import type { Health } from '@canonist/links/internal/health/health'
import type { Canonist } from '../canonist/open-canonist.ts'

/** What a registry has seen of its pages, as records of a crawl. */
export async function* readRegistryRecords(canonist: Canonist): AsyncGenerator<CrawlRecord> {
  yield* readPageRecords(await canonist.registry())
  yield* readHealthRecords(await canonist.health())
}

/** The fingerprints of a page's content. */
type Content = Pick<CrawlRecord, 'contentHash' | 'simhash'>

/**
 * Reads a registry as a crawl log: pages with their last content, and observed aliases. An alias that a rule of the policy made
 * proves nothing about rules.
 */
export async function* readPageRecords(registry: Registry): AsyncGenerator<CrawlRecord> {
  const contents = new Map<number, Content>()
  for await (const page of registry.exportPages()) {
    const content = readContent(page)
    if (content !== null) contents.set(page.id, content)
  }
  for await (const alias of registry.exportAliases()) {
    const record = toRecord(alias, contents)
    if (record !== null) yield record
  }
  for await (const { id, fetchUrl } of registry.exportPages()) yield { url: fetchUrl, ...contents.get(id) }
}

function readContent({ contentHash, simhash }: Page): Content | null {
  if (contentHash === null && simhash === null) return null
  return { ...(contentHash !== null && { contentHash }), ...(simhash !== null && { simhash }) }
}

function toRecord(alias: ExportedAlias, contents: Map<number, Content>): CrawlRecord | null {
  const { rawUrl, evidence, canonicalUrl, pageId } = alias
  if (evidence === 'redirect') return { url: rawUrl, redirect: canonicalUrl }
  if (evidence !== 'content' && evidence !== 'signature') return null
  // Both URLs served the same content, even if it is unknown.
  const content = contents.get(pageId) ?? { contentHash: `page ${pageId}` }
  contents.set(pageId, content)
  return { url: rawUrl, ...content }
}

/**
 * Reads from link health the pages that redirect permanently. Its fingerprints cannot be used: they ignore dates and amounts,
 * in which two pages may differ.
 */
export async function* readHealthRecords(health: Pick<Health, 'streamVerdicts'>): AsyncGenerator<CrawlRecord> {
  for await (const { verdict, fetchUrl, leadsTo } of health.streamVerdicts()) {
    if (verdict === 'moved' && leadsTo !== null) yield { url: fetchUrl, redirect: leadsTo }
  }
}
