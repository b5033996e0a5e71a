import type { Admission } from '@canonist/web/internal/admit/admission'
import type { Evidence } from '../page-record.ts'
import type { AdmissionOptions } from './stored-admission.ts'
import { isOtherPage, isProved } from './proof.ts'
import type { RawUrl } from '@canonist/core/internal/text/stages'
import { toRawUrl } from '../spelling.ts'

export interface SameUrl {
  readonly rawUrl: RawUrl
  readonly evidence: Evidence
}

/**
 * Lists the URLs that lead to the page of an admission, the canonical URL first. Versions in other languages and further pages of a list are
 * separate pages.
 */
export function listSamePageUrls(admission: Admission, options: AdmissionOptions): SameUrl[] {
  const { canonical, original } = admission
  if (canonical === null) return []
  const urls = new Map<string, Evidence>([[canonical, 'rule']])
  const add = (url: string, evidence: Evidence): void => void (urls.has(url) || urls.set(url, evidence))
  if (!isOtherPage(admission)) {
    const hops = isProved(admission, options) ? admission.redirectChain.map(({ to }) => to) : []
    add(original, hops.length > 0 ? 'redirect' : 'admission')
    // The last hop does not redirect; that it is the canonical URL follows from the policy or a fact.
    for (const [index, hop] of hops.entries()) add(hop, index < hops.length - 1 ? 'redirect' : 'admission')
  }
  return [...urls].map(([url, evidence]) => ({ rawUrl: toRawUrl(url), evidence }))
}
