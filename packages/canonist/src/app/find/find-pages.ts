import { findPageAdmissions } from '../../registry/sql/read-admissions.ts'
import type { StoredAdmission } from '../../registry/admissions/stored-admission.ts'
import type { RegistryContext } from '../../registry/context.ts'
import { type NamedFact, streamFacts } from '../../registry/sql/read-facts.ts'
import { find, findById, findByKey, findByHost, findByPrefix } from '../../registry/find.ts'
import { readHost } from '../../registry/read-host.ts'
import type { PageRecord } from '../../registry/page-record.ts'
import type { Canonist } from '../open-canonist.ts'

export type { StoredAdmission } from '../../registry/admissions/stored-admission.ts'
export type { NamedFact } from '../../registry/sql/read-facts.ts'
export type { Alias, PageRecord } from '../../registry/page-record.ts'

/** Which pages: that of a URL in any of its spellings, that of a key, those of a host, or those below a URL. */
export type PageQuestion =
  | { readonly url: string }
  | { readonly key: string }
  | { readonly id: number }
  | { readonly host: string; readonly subdomains?: boolean | undefined }
  | { readonly prefix: string }

/** A page with all that leads to it, and the admissions of its URLs that count. */
export interface FoundPage extends PageRecord {
  readonly admissions: readonly StoredAdmission[]
}

// The verbs are taken from the registry one by one: opening it loads what admits, decides and publishes, too.
export async function* findPages({ context }: Canonist, question: PageQuestion): AsyncGenerator<FoundPage> {
  for await (const page of pagesFor(context, question)) {
    yield { ...page, admissions: await findPageAdmissions(context, page.id) }
  }
}

async function* pagesFor(context: RegistryContext, question: PageQuestion): AsyncGenerator<PageRecord> {
  if ('host' in question) yield* findByHost(context, question.host, { subdomains: question.subdomains })
  else if ('prefix' in question) yield* findByPrefix(context, question.prefix)
  else {
    const page = await pageFor(context, question)
    if (page !== null) yield page
  }
}

function pageFor(
  context: RegistryContext,
  question: Extract<PageQuestion, { url: string } | { key: string } | { id: number }>,
): Promise<PageRecord | null> {
  if ('id' in question) return findById(context, question.id)
  return 'key' in question ? findByKey(context, question.key) : find(context, question.url)
}

/** All that is known of a host. */
export async function findFacts({ context }: Canonist, host: string): Promise<NamedFact[]> {
  const facts: NamedFact[] = []
  for await (const fact of streamFacts(context.database, readHost(host))) facts.push(fact)
  return facts
}
