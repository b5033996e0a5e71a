import { isRedirect } from '../../net/redirect-status.ts'
import { destinationOf } from '../../resolve/location.ts'
import type { Context, Step } from '../context.ts'
import { discoverHost } from '../discover-host.ts'
import type { Draft } from '../draft.ts'
import { CANONICAL_HOST, canonicalHostOf, type Fact } from '../host-facts.ts'
import { registrableDomain } from '../../net/gate/registrable-domain.ts'
import { isSameSite, type Mapping } from '../mappings.ts'
import { isServed, type Requests, type Visit } from '../requests.ts'
import { hostOf, pathAndQuery, wireUrl, withHost } from '../wire.ts'

/** Step 9: the host that the site uses for itself, as listed, or as observed. */
export const mapHost: Step = async (draft, context) => {
  const host = hostOf(draft.url)
  const mapping = await findMapping(draft, context, host)
  if (mapping === null || mapping.host === host) return
  if (context.rules.gate(mapping.host) !== 'allowed') return
  if (context.requests === null) await applyUnproved(draft, context, host, mapping)
  else if (draft.isAnswered) await applyProved(draft, context, context.requests, host, mapping)
}

/**
 * What the home page showed beats what is listed, and a mapping that is not known is looked for there. Where the listed
 * host is of another site, the home page proves nothing: only a person's decision covers all pages of the host.
 */
async function findMapping(draft: Draft, context: Context, host: string): Promise<Mapping | null> {
  const listed = context.rules.mappings.get(host) ?? null
  const observed = ownHost(host, await context.facts.read(host, CANONICAL_HOST))
  if (listed !== null && !isSameSite(listed.host, host) && observed?.isDecided !== true) return listed
  if (observed === null) return listed ?? discover(draft, context, host)
  const isConflict = listed !== null && listed.host !== observed.host && observed.isDecided !== true
  if (isConflict) draft.flags.add('www_mapping_conflict')
  return observed
}

/** Only for a whole domain and its www: other redirects are followed for each URL by itself. */
async function discover(draft: Draft, context: Context, host: string): Promise<Mapping | null> {
  const { requests, facts, rules } = context
  if (requests === null || !draft.isAnswered || registrableDomain(host) !== host.replace(/^www\./, '')) return null
  return ownHost(host, await facts.find(host, CANONICAL_HOST, () => discoverHost(host, requests, rules.gate)))
}

/** Where a home page leads to another site altogether, that says nothing about its other pages. */
function ownHost(host: string, fact: Fact | null): Mapping | null {
  const found = fact?.value ?? null
  const isDecided = fact?.source === 'person'
  return found === null || !(isDecided || isSameSite(found, host)) ? null : { host: found, isVerified: true, isDecided }
}

async function applyUnproved(draft: Draft, { facts }: Context, host: string, mapping: Mapping): Promise<void> {
  const page = pathAndQuery(draft.url)
  if (mapping.isDecided === true) return apply(draft, mapping)
  const known = (await facts.read(host, canonicalHostOf(page)))?.value ?? null
  if (known === host) return void draft.flags.add('www_mapping_conflict')
  const mayAssume = isSameSite(host, mapping.host) || page === ''
  if (known === mapping.host || (known === null && mayAssume)) return apply(draft, mapping)
  draft.flags.add(known === null ? 'mapping_unverified' : 'www_mapping_conflict')
}

function apply(draft: Draft, { host, isVerified }: Mapping): void {
  draft.rewrite('map-host', withHost(draft.url, host))
  if (isVerified) draft.notes.add('www_mapped')
  else draft.flags.add('mapping_unverified')
}

/**
 * The mapping holds for this page if the mapped URL serves it directly. Whatever is observed is a fact about this page
 * alone: a fact about the host would make the records of other pages depend on which page was admitted first.
 */
async function applyProved(
  draft: Draft,
  { facts }: Context,
  requests: Requests,
  host: string,
  mapping: Mapping,
): Promise<void> {
  const fact = canonicalHostOf(pathAndQuery(draft.url))
  const visit = await requests.get(wireUrl(withHost(draft.url, mapping.host)))
  const chain = draft.redirectChain
  const isOtherSite = !isSameSite(host, mapping.host)
  if (isServed(visit)) {
    apply(draft, mapping)
    draft.page = visit.page()
    // Within a site the mapping is assumed, so that only an earlier conflict has to be revoked.
    const isNews = isOtherSite || (await facts.read(host, fact))?.value === host
    if (isNews) await facts.write(host, fact, { value: mapping.host, chain })
  } else if (isOtherSite ? visit.ok : isSentBack(visit, host)) {
    draft.flags.add('www_mapping_conflict')
    await facts.write(host, fact, { value: host, chain })
  } else if (isOtherSite) draft.flags.add('mapping_unverified')
  else draft.notes.add('www_not_mapped')
}

function isSentBack(visit: Visit, host: string): boolean {
  if (!visit.ok || !isRedirect(visit.status)) return false
  const destination = destinationOf(visit.headers, visit.url)
  return destination?.ok === true && URL.parse(destination.url)?.hostname === host
}
