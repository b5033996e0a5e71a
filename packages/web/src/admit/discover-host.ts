import { isRedirect } from '../net/redirect-status.ts'
import { readLocation } from '../resolve/location.ts'
import type { RedirectStep } from './admission.ts'
import type { Gate } from './gate.ts'
import type { FoundFact } from './fact-store.ts'
import { isServed, type Requests, type AdmissionVisit } from './requests.ts'
import { MAX_HOPS, findHopRefusal } from './walk.ts'
import { readHost, toPlainUrl } from './url-parts.ts'

/** Which host a domain uses for itself: where its plain home page leads. null if no request or no time was left to find out. */
export async function discoverHost(domain: string, requests: Requests, gate: Gate): Promise<FoundFact | null> {
  const chain: RedirectStep[] = []
  for (let url = `http://${domain}/`; chain.length <= MAX_HOPS;) {
    const visit = await requestHead(url, requests)
    if (!visit.ok && UNASKED.has(visit.code)) return null
    const next = findNext(visit, gate)
    if (next === null) return { value: isServed(visit) ? readHost(visit.url) : null, chain }
    chain.push(next)
    url = next.to
  }
  return { value: null, chain }
}

/** The site was not given the chance to respond. */
const UNASKED = new Set(['budget_spent', 'aborted', 'process_overloaded'])

const NO_HEAD = new Set([405, 501])

async function requestHead(url: string, requests: Requests): Promise<AdmissionVisit> {
  const visit = await requests.head(url)
  return visit.ok && NO_HEAD.has(visit.status) ? requests.get(url) : visit
}

/** Where the answer sends us, if it may. */
function findNext(visit: AdmissionVisit, gate: Gate): RedirectStep | null {
  if (!visit.ok || !isRedirect(visit.status)) return null
  const destination = readLocation(visit.headers, visit.url)
  if (destination === null || !destination.ok || findHopRefusal(destination.url, gate) !== null) return null
  const to = toPlainUrl(destination.url)
  return to === null ? null : { status: visit.status, to }
}
