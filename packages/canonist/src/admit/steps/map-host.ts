import { isRedirect } from '../../net/redirect-status.ts'
import { destinationOf } from '../../resolve/location.ts'
import type { Context, Step } from '../context.ts'
import { discoverHost } from '../discover-host.ts'
import type { Draft } from '../draft.ts'
import { CANONICAL_HOST, type Fact } from '../host-facts.ts'
import { isSameSite, registrableDomain, type Mapping } from '../mappings.ts'
import { isServed, type Requests, type Visit } from '../requests.ts'
import { hostOf, pathAndQuery, wireUrl, withHost } from '../wire.ts'

/** Step 9: the host that the site uses for itself, as listed, or as observed. */
export const mapHost: Step = async (draft, context) => {
  const host = hostOf(draft.url)
  const mapping = await findMapping(draft, context, host)
  if (mapping === null || mapping.host === host) return
  if (context.rules.gate(mapping.host) !== 'allowed') return
  if (context.requests === null) applyUnproved(draft, host, mapping)
  else if (draft.isAnswered) await applyProved(draft, context, context.requests, host, mapping)
}

/** What was observed beats what is listed; what nobody knows is looked for. */
async function findMapping(draft: Draft, context: Context, host: string): Promise<Mapping | null> {
  const listed = context.rules.mappings.get(host) ?? null
  const observed = ownHost(host, await context.facts.read(host, CANONICAL_HOST))
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

function applyUnproved(draft: Draft, host: string, mapping: Mapping): void {
  const isRoot = pathAndQuery(draft.url) === ''
  if (isSameSite(host, mapping.host) || isRoot || mapping.isDecided === true) apply(draft, mapping)
  else draft.flags.add('mapping_unverified')
}

function apply(draft: Draft, { host, isVerified }: Mapping): void {
  draft.rewrite('map-host', withHost(draft.url, host))
  if (isVerified) draft.notes.add('www_mapped')
  else draft.flags.add('mapping_unverified')
}

/** The mapping holds for this page if the mapped URL serves it directly. */
async function applyProved(
  draft: Draft,
  { facts }: Context,
  requests: Requests,
  host: string,
  mapping: Mapping,
): Promise<void> {
  const visit = await requests.get(wireUrl(withHost(draft.url, mapping.host)))
  if (isServed(visit)) {
    apply(draft, mapping)
    draft.page = visit.page()
  } else if (isSentBack(visit, host)) {
    draft.flags.add('www_mapping_conflict')
    await facts.write(host, CANONICAL_HOST, { value: host, chain: draft.redirectChain })
  } else if (isSameSite(host, mapping.host)) draft.notes.add('www_not_mapped')
  else draft.flags.add('mapping_unverified')
}

function isSentBack(visit: Visit, host: string): boolean {
  if (!visit.ok || !isRedirect(visit.status)) return false
  const destination = destinationOf(visit.headers, visit.url)
  return destination?.ok === true && URL.parse(destination.url)?.hostname === host
}
