import { isRedirect } from '../net/redirect-status.ts'
import { destinationOf } from '../resolve/location.ts'
import type { RedirectStep } from './admission.ts'
import type { Gate } from './gate.ts'
import type { Found } from './fact-book.ts'
import { isServed, type Requests, type Visit } from './requests.ts'
import { MOST_HOPS, refuseHop } from './walk.ts'
import { hostOf, plainUrl } from './wire.ts'

/** Which host a domain uses for itself: where its plain home page leads. null where no request was left to find out. */
export async function discoverHost(domain: string, requests: Requests, gate: Gate): Promise<Found | null> {
  const chain: RedirectStep[] = []
  for (let url = `http://${domain}/`; chain.length <= MOST_HOPS;) {
    const visit = await ask(url, requests)
    if (!visit.ok && visit.code === 'budget_spent') return null
    const next = nextOf(visit, gate)
    if (next === null) return { value: isServed(visit) ? hostOf(visit.url) : null, chain }
    chain.push(next)
    url = next.to
  }
  return { value: null, chain }
}

const NO_HEAD = new Set([405, 501])

async function ask(url: string, requests: Requests): Promise<Visit> {
  const visit = await requests.head(url)
  return visit.ok && NO_HEAD.has(visit.status) ? requests.get(url) : visit
}

/** Where the answer sends us, if it may. */
function nextOf(visit: Visit, gate: Gate): RedirectStep | null {
  if (!visit.ok || !isRedirect(visit.status)) return null
  const destination = destinationOf(visit.headers, visit.url)
  if (destination === null || !destination.ok || refuseHop(destination.url, gate) !== null) return null
  const to = plainUrl(destination.url)
  return to === null ? null : { status: visit.status, to }
}
