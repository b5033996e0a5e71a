import type { Policy } from '@canonist/core'
import type { Admission } from '@canonist/web/internal/admit/admission'
import { toRawUrl } from '../spelling.ts'
import { toKey, normalizePage } from '../canonical-url.ts'
import { listTwinUrls } from '../sql/admissions-read.sql.ts'
import { findPageIds, readPageKey } from '../sql/pages-read.sql.ts'
import { linkUrl, writePage, type PageWriter, type RootPage } from '../page-writer.ts'
import type { AdmissionOptions } from './stored-admission.ts'
import { isProved } from './proof.ts'
import { listSamePageUrls } from './same-page-urls.ts'
import type { KeyText } from '@canonist/core/internal/text/stages'

/** An accepted admission whose page is to be written. */
interface AdmittedPage {
  readonly writer: PageWriter
  /** The policy of the registry. */
  readonly policy: Policy
  readonly admission: Admission
  readonly canonical: string
  readonly options: AdmissionOptions
}

/** Writes the page of an accepted admission with its aliases, and creates it if needed; returns its id. */
export async function writeAdmittedPage(admitted: AdmittedPage): Promise<number> {
  const twin = await findTwin(admitted)
  const isLeading = isProved(admitted.admission, admitted.options)
  const known = await findKnown(admitted, twin, isLeading)
  const page = known ?? (await writeOwnPage(admitted))
  for (const { rawUrl, evidence } of listSamePageUrls(admitted.admission, admitted.options)) {
    const key = toKey(rawUrl, admitted.policy)
    if (key === null || (!isLeading && (await isProvedOtherwise(admitted, key, page)))) continue
    const isOwn = key === page.key
    // The page has another canonical URL with the same dedupe key, so a rule alone does not lead there.
    const proof = evidence === 'rule' ? 'admission' : evidence
    await linkUrl(admitted.writer, page, { rawUrl, key, evidence: isOwn ? 'rule' : proof })
  }
  if (isLeading && twin !== null && twin.id !== page.id) await joinTwin(admitted, page, twin)
  return page.id
}

function writeOwnPage({ writer, policy, admission, canonical }: AdmittedPage): Promise<RootPage> {
  const { linkType } = admission
  return writePage(writer, normalizePage(canonical, policy), { spelling: toRawUrl(canonical), linkType })
}

/** Finds the existing page to use; null if the canonical URL needs its own. */
async function findKnown(admitted: AdmittedPage, twin: Twin | null, isLeading: boolean): Promise<RootPage | null> {
  // They differ only in query order or a root slash: keep the first page.
  if (twin !== null && (!isLeading || readScheme(twin.canonical) === readScheme(admitted.canonical))) return twin
  return isLeading ? null : findRootPage(admitted, toKey(admitted.canonical, admitted.policy))
}

const readScheme = (url: string): string => url.slice(0, url.indexOf(':'))

interface Twin extends RootPage {
  readonly canonical: string
}

/** Finds the page of another canonical URL with the same dedupe key; null if there is none. */
async function findTwin(admitted: AdmittedPage): Promise<Twin | null> {
  const { writer, admission, canonical } = admitted
  for (const other of await listTwinUrls(writer.transaction, admission, canonical)) {
    const page = await findRootPage(admitted, toKey(other, admitted.policy))
    if (page !== null) return { ...page, canonical: other }
  }
  return null
}

/** Merges the twin: the page was known with the other scheme, and the new proof counts. */
async function joinTwin(admitted: AdmittedPage, page: RootPage, { canonical }: Twin): Promise<void> {
  const key = toKey(canonical, admitted.policy)
  if (key !== null) await linkUrl(admitted.writer, page, { rawUrl: toRawUrl(canonical), key, evidence: 'admission' })
}

/** Finds the page that a key finally leads to. */
async function findRootPage({ writer }: AdmittedPage, key: KeyText | null): Promise<RootPage | null> {
  const { transaction, policyId } = writer
  const id = key === null ? undefined : (await findPageIds(transaction, policyId, [key])).get(key)
  if (id === undefined) return null
  const ownKey = await readPageKey(transaction, id)
  return ownKey === null ? null : { id, key: ownKey }
}

/** Whether a proof links the key to another page; an admission without proof must not change that. */
async function isProvedOtherwise(admitted: AdmittedPage, key: KeyText, page: RootPage): Promise<boolean> {
  const known = await findRootPage(admitted, key)
  return known !== null && (known.id !== page.id || known.key !== key)
}
