import { isRedirect } from '../../net/redirect-status.ts'
import { readLocation } from '../../resolve/location.ts'
import type { Context, Step } from '../context.ts'
import { discoverHost } from '../discover-host.ts'
import type { Draft } from '../draft.ts'
import { CANONICAL_HOST, formatCanonicalHostFact, type HostFact } from '../host-facts.ts'
import { findRegistrableDomain } from '../../net/gate/registrable-domain.ts'
import { isSameSite, type Mapping } from '../mappings.ts'
import { isServed, type Requests, type AdmissionVisit } from '../requests.ts'
import { readHost, readPathAndQuery, toRequestUrl, replaceHost } from '../url-parts.ts'

/** Step 9: replaces the host by the site's canonical host, as listed or as observed. */
export const mapHost: Step = async (draft, context) => {
  const host = readHost(draft.url)
  const mapping = await findMapping(draft, context, host)
  if (mapping === null || mapping.host === host) return
  if (context.rules.gate(mapping.host) !== 'allowed') return
  if (context.requests === null) await applyUnproved(draft, context, host, mapping)
  else if (draft.isAnswered) await applyProved(draft, context, context.requests, host, mapping)
}

/**
 * The home page's redirect beats the list, and an unknown mapping is looked for there. If the listed
 * host is of another site, the home page proves nothing: only a person's decision covers all pages of the host.
 */
async function findMapping(draft: Draft, context: Context, host: string): Promise<Mapping | null> {
  const listed = context.rules.mappings.get(host) ?? null
  const observed = toMapping(host, await context.facts.read(host, CANONICAL_HOST))
  if (listed !== null && !isSameSite(listed.host, host) && observed?.isDecided !== true) return listed
  // A listed target stays: its home page may redirect to a page of the other host, which would map URLs there and back again.
  if (listed === null && context.rules.mappedHosts.has(host) && observed?.isDecided !== true) return null
  if (observed === null) return listed ?? discoverMapping(draft, context, host)
  const isConflict = listed !== null && listed.host !== observed.host && observed.isDecided !== true
  if (isConflict) draft.flags.add('www_mapping_conflict')
  return observed
}

/** Only for a whole domain and its www: other redirects are followed for each URL by itself. */
async function discoverMapping(draft: Draft, context: Context, host: string): Promise<Mapping | null> {
  const { requests, facts, rules } = context
  if (requests === null || !draft.isAnswered || findRegistrableDomain(host) !== host.replace(/^www\./, '')) return null
  return toMapping(host, await facts.find(host, CANONICAL_HOST, () => discoverHost(host, requests, rules.gate)))
}

/** A home page that redirects to another site says nothing about its other pages. */
function toMapping(host: string, fact: HostFact | null): Mapping | null {
  const found = fact?.value ?? null
  const isDecided = fact?.source === 'person'
  return found === null || !(isDecided || isSameSite(found, host)) ? null : { host: found, isVerified: true, isDecided }
}

async function applyUnproved(draft: Draft, { facts }: Context, host: string, mapping: Mapping): Promise<void> {
  const page = readPathAndQuery(draft.url)
  if (mapping.isDecided === true) return applyMapping(draft, mapping)
  const known = (await facts.read(host, formatCanonicalHostFact(page)))?.value ?? null
  if (known === host) return void draft.flags.add('www_mapping_conflict')
  const mayAssume = isSameSite(host, mapping.host) || page === ''
  if (known === mapping.host || (known === null && mayAssume)) return applyMapping(draft, mapping)
  draft.flags.add(known === null ? 'mapping_unverified' : 'www_mapping_conflict')
}

function applyMapping(draft: Draft, { host, isVerified }: Mapping): void {
  draft.rewrite('map-host', replaceHost(draft.url, host))
  if (isVerified) draft.notes.add('www_mapped')
  else draft.flags.add('mapping_unverified')
}

/**
 * The mapping applies to this page if the mapped URL serves it directly. Every observation is a fact about this page
 * alone: a fact about the host would make the records of other pages depend on which page was admitted first.
 */
async function applyProved(
  draft: Draft,
  { facts }: Context,
  requests: Requests,
  host: string,
  mapping: Mapping,
): Promise<void> {
  const fact = formatCanonicalHostFact(readPathAndQuery(draft.url))
  const visit = await requests.get(toRequestUrl(replaceHost(draft.url, mapping.host)))
  const chain = draft.redirectChain
  const isOtherSite = !isSameSite(host, mapping.host)
  if (isServed(visit)) {
    applyMapping(draft, mapping)
    draft.page = visit.page()
    // Within a site the mapping is assumed, so that only an earlier conflict has to be revoked.
    const isChange = isOtherSite || (await facts.read(host, fact))?.value === host
    if (isChange) await facts.write(host, fact, { value: mapping.host, chain })
  } else if (isOtherSite ? visit.ok : isSentBack(visit, host)) {
    draft.flags.add('www_mapping_conflict')
    await facts.write(host, fact, { value: host, chain })
  } else if (isOtherSite) draft.flags.add('mapping_unverified')
  else draft.notes.add('www_not_mapped')
}

function isSentBack(visit: AdmissionVisit, host: string): boolean {
  if (!visit.ok || !isRedirect(visit.status)) return false
  const destination = readLocation(visit.headers, visit.url)
  return destination?.ok === true && URL.parse(destination.url)?.hostname === host
}
