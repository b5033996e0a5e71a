import type { Admission } from '../../admit/admission.ts'
import type { Evidence } from '../page-record.ts'
import type { AdmissionOptions } from './stored-admission.ts'
import { isOtherPage, isProved } from './proof.ts'
import type { RawUrl } from '../../text/stages.ts'
import { toRawUrl } from '../spelling.ts'

export interface SameUrl {
  readonly rawUrl: RawUrl
  readonly evidence: Evidence
}

/**
 * The URLs that an admission shows to be the page of its canonical URL, that one first. Versions in other languages are
 * pages of their own, and so is the seventh page of a list.
 */
export function listSamePageUrls(admission: Admission, options: AdmissionOptions): SameUrl[] {
  const { canonical, original } = admission
  if (canonical === null) return []
  const urls = new Map<string, Evidence>([[canonical, 'rule']])
  const add = (url: string, evidence: Evidence): void => void (urls.has(url) || urls.set(url, evidence))
  if (!isOtherPage(admission)) {
    const hops = isProved(admission, options) ? admission.redirectChain.map(({ to }) => to) : []
    add(original, hops.length > 0 ? 'redirect' : 'admission')
    // The last one leads nowhere: that it is the canonical URL is the word of the policy or of a fact.
    for (const [index, hop] of hops.entries()) add(hop, index < hops.length - 1 ? 'redirect' : 'admission')
  }
  return [...urls].map(([url, evidence]) => ({ rawUrl: toRawUrl(url), evidence }))
}
