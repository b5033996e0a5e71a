import type { Policy } from '@canonist/core'
import type { Admission } from '../../admit/admission.ts'
import { toRawUrl } from '../spelling.ts'
import { toKey, normalizePage } from '../canonical-url.ts'
import { findPageIds, readPageKey } from '../sql/read-pages.ts'
import { linkUrl, makePage, type PageWriter, type StandingPage } from '../page-writer.ts'
import { shortHash, storedHash } from '../stored-hash.ts'
import type { AdmissionOptions } from './admitted.ts'
import { isProved } from './proof.ts'
import { samePage } from './same-page.ts'
import type { KeyText } from '../../text/stages.ts'

/** A URL that is let in, as its page is filed. */
interface Filing {
  readonly writer: PageWriter
  /** The registry's own. */
  readonly policy: Policy
  readonly admission: Admission
  readonly canonical: string
  readonly options: AdmissionOptions
}

/** Files what was let in under its page, which is made where there is none; tells which. */
export async function filePage(filing: Filing): Promise<number> {
  const twin = await findTwin(filing)
  const isLeading = isProved(filing.admission, filing.options)
  const known = await findKnown(filing, twin, isLeading)
  const page = known ?? (await makeOwn(filing))
  for (const { rawUrl, evidence } of samePage(filing.admission, filing.options)) {
    const key = toKey(rawUrl, filing.policy)
    if (key === null || (!isLeading && (await isProvedOtherwise(filing, key, page)))) continue
    const isOwn = key === page.key
    // The canonical URL of a page that had another one: they have the same dedupe key.
    const proof = evidence === 'rule' ? 'admission' : evidence
    await linkUrl(filing.writer, page, { rawUrl, key, evidence: isOwn ? 'rule' : proof })
  }
  if (isLeading && twin !== null && twin.id !== page.id) await joinTwin(filing, page, twin)
  return page.id
}

function makeOwn({ writer, policy, admission, canonical }: Filing): Promise<StandingPage> {
  const { linkType } = admission
  return makePage(writer, normalizePage(canonical, policy), { spelling: toRawUrl(canonical), linkType })
}

/** The page that stands already; null where the canonical URL is to have its own. */
async function findKnown(filing: Filing, twin: Twin | null, isLeading: boolean): Promise<StandingPage | null> {
  // Another order of the query, or another slash of the root: the first one stands.
  if (twin !== null && (!isLeading || readScheme(twin.canonical) === readScheme(filing.canonical))) return twin
  return isLeading ? null : standingPage(filing, toKey(filing.canonical, filing.policy))
}

const readScheme = (url: string): string => url.slice(0, url.indexOf(':'))

interface Twin extends StandingPage {
  readonly canonical: string
}

/** The page of another canonical URL with the same dedupe key, where there is one. */
async function findTwin(filing: Filing): Promise<Twin | null> {
  const { writer, admission, canonical } = filing
  const rows = await writer.transaction.all<{ readonly canonical: string }>(
    `select canonical from admissions where in_force = 1 and dedupe_hash = $1 and canonical_hash <> $2
     group by canonical order by min(id)`,
    [storedHash(shortHash(admission.dedupeKey)), storedHash(shortHash(canonical))],
  )
  for (const row of rows) {
    const page = await standingPage(filing, toKey(row.canonical, filing.policy))
    if (page !== null) return { ...page, canonical: row.canonical }
  }
  return null
}

/** It was seen with the other scheme before: what is proved now counts. */
async function joinTwin(filing: Filing, page: StandingPage, { canonical }: Twin): Promise<void> {
  const key = toKey(canonical, filing.policy)
  if (key !== null) await linkUrl(filing.writer, page, { rawUrl: toRawUrl(canonical), key, evidence: 'admission' })
}

/** The page that a key leads to in the end. */
async function standingPage({ writer }: Filing, key: KeyText | null): Promise<StandingPage | null> {
  const { transaction, policyId } = writer
  const id = key === null ? undefined : (await findPageIds(transaction, policyId, [key])).get(key)
  if (id === undefined) return null
  const ownKey = await readPageKey(transaction, id)
  return ownKey === null ? null : { id, key: ownKey }
}

/** Whether something was proved of it, which what is merely spelled so leaves alone. */
async function isProvedOtherwise(filing: Filing, key: KeyText, page: StandingPage): Promise<boolean> {
  const known = await standingPage(filing, key)
  return known !== null && (known.id !== page.id || known.key !== key)
}
