import type { NetErrorCode } from '@canonist/web/internal/net/errors'
import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import { untilAborted } from '@canonist/web/internal/net/until-aborted'
import { hashFragments } from '../fragments.ts'
import { isNoSuchName } from '../is-no-such-name.ts'
import { observe } from '../observe.ts'
import type { ObserveContext, Subject } from '../observe-context.ts'
import type { Observation } from '../observation.ts'
import { isWell } from '../reading.ts'
import { readHistory } from '../sql/observations.sql.ts'
import type { WatchedPage } from '../sql/pages.sql.ts'
import { readFragments } from '../sql/registry.sql.ts'
import { driftAt, lastContent, replacesText } from '../verdict.ts'
import type { Pass } from './pass.ts'
import { runWithDeadline } from './run-with-deadline.ts'
import type { CanonicalUrl } from '@canonist/core/internal/text/stages'
import { toCanonicalUrl } from '@canonist/registry/internal/registry/canonical-url'
import type { FollowOptions, FollowResult } from '@canonist/web/internal/resolve/follow'
import { sendProbe, PROBE_LIFETIME_MS, type Probe } from '../probe.ts'
import { readProbe, writeProbe } from '../sql/hosts.sql.ts'

const MAX_BYTES = 256 * 1024

/** How the host of a URL responds for a page that never existed. Requested at most once a day. */
async function getProbe(pass: Pass, url: string): Promise<Probe | null> {
  const host = new URL(url).hostname
  const known = await readProbe(pass.database, host)
  const now = pass.now()
  if (known !== null && Math.abs(now - known.at) < PROBE_LIFETIME_MS) return known
  const options: FollowOptions = {
    maxBytes: MAX_BYTES,
    overflow: 'cut',
    signal: pass.signal,
    allowPort: 'any',
    mayVisit: (next) => pass.mayVisit(host, next),
  }
  const request = (target: string): Promise<FollowResult> => pass.fetcher.follow(target, options)
  const probe = await sendProbe({ url, token: pass.randomWord(), at: now, request })
  if (probe === null) return null
  await writeProbe(pass.database, host, probe)
  return probe
}

export interface PageCheck {
  readonly history: readonly Observation[]
  readonly observation: Observation
}

/** Checks a page; null if the pass was aborted. */
export async function checkPage(pass: Pass, page: WatchedPage): Promise<PageCheck | null> {
  const history = await readHistory(pass.database, page.id)
  const fragments = await collectFragments(pass, page)
  const subject: Subject = {
    url: page.fetchUrl,
    known: page.verdict === 'healthy' || page.verdict === 'moved' ? findKnownContent(history, fragments) : null,
    wasWell: history.some(isWell),
    fragments,
  }
  const seen = await runWithDeadline(pass, (signal) => observe(subject, createContext(pass, page, signal)))
  if (pass.signal.aborted) return null
  const observation = await addWitness(pass, page.fetchUrl, seen)
  // The clock may be set back, but times of observations only grow, and no page is checked twice in a pass.
  const at = Math.max(observation.at, (history.at(-1)?.at ?? 0) + 1, pass.startedAt)
  const dated = { ...observation, at }
  return {
    history,
    observation: { ...dated, drift: driftAt(history, dated), replaced: replacesText(history, dated) },
  }
}

const createContext = (pass: Pass, page: WatchedPage, signal: AbortSignal): ObserveContext => ({
  fetcher: pass.fetcher,
  mayVisit: (url) => pass.mayVisit(page.host, url),
  isSamePage: (url) => isSamePage(pass, url, page.url),
  probe: (url) => getProbe({ ...pass, signal }, url),
  now: pass.now,
  readsContent: pass.readsContent,
  signal,
})

/** Further fragments are not looked for. */
const MAX_FRAGMENTS = 200

/** The fragments of the caller's links, and those of the aliases of the page. */
async function collectFragments(pass: Pass, page: WatchedPage): Promise<string[]> {
  const known = await readFragments(pass.database, page.id)
  return [...new Set([...pass.listFragments(page.id), ...known])].slice(0, MAX_FRAGMENTS)
}

/** The content that may be unchanged: only if it was searched for the same fragments. */
function findKnownContent(history: readonly Observation[], fragments: readonly string[]): Observation | null {
  const content = lastContent(history)
  if (content === null || (content.etag === null && content.lastModified === null)) return null
  const isSearched =
    content.soughtFragments === hashFragments(fragments) ||
    (fragments.length === 0 && content.lostFragments.length === 0)
  return isSearched ? content : null
}

function isSamePage({ keyPolicy }: Pass, url: string, canonicalUrl: CanonicalUrl): boolean {
  return toCanonicalUrl(url, keyPolicy) === canonicalUrl
}

/** Failures without any response. `private_address` is one of them, because some resolvers return one for every name. */
const MAY_BE_OUR_NETWORK: ReadonlySet<string> = new Set<NetErrorCode>([
  'dns_failed',
  'dns_timeout',
  'private_address',
  'connect_failed',
  'connect_timeout',
  'headers_timeout',
  'total_timeout',
])

async function addWitness(pass: Pass, url: string, observation: Observation): Promise<Observation> {
  const { failure, chain } = observation
  if (failure !== null && MAY_BE_OUR_NETWORK.has(failure) && chain.length === 0)
    return { ...observation, isWitnessed: await isConfirmed(pass, url, failure) }
  // A refusal by the gate or robots.txt says nothing about the network.
  if (failure === null || isSilence(failure) || chain.length > 0) pass.witness.noteResponse()
  return observation
}

async function isConfirmed(pass: Pass, url: string, failure: NetErrorCode): Promise<boolean> {
  if (await pass.witness.confirm()) return true
  if (failure !== 'dns_failed') return false
  const asking = runWithDeadline(pass, (signal) =>
    untilAborted(isNoSuchName(new URL(url).hostname, pass.dnsFn), signal),
  )
  return asking.catch(() => false)
}
