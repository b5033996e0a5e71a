import { tryNormalize } from '@canonist/core'
import { isSilence } from '../../net/silence.ts'
import { observe } from '../observe.ts'
import type { ObserveContext, Subject } from '../observe-context.ts'
import type { Observation } from '../observation.ts'
import { historyOf, fragmentsOf, type WatchedPage } from '../sql/next-page.ts'
import { lastContent } from '../verdict.ts'
import type { Pass } from './pass.ts'
import { probeFor } from './probe-host.ts'

export interface Look {
  readonly history: readonly Observation[]
  readonly observation: Observation
}

/** Looks at a page; null where it was called off. */
export async function lookAtPage(pass: Pass, page: WatchedPage): Promise<Look | null> {
  const history = await historyOf(pass.database, page.id)
  const subject: Subject = {
    url: page.fetchUrl,
    known: page.verdict === 'healthy' || page.verdict === 'moved' ? knownContent(history) : null,
    fragments: await fragmentsOf(pass.database, page.id),
  }
  const seen = await withinTime(pass, (signal) => observe(subject, contextOf(pass, page, signal)))
  if (pass.signal.aborted) return null
  const observation = await withWitness(pass, seen)
  // Clocks may be set back; evidence goes on all the same, and no page is looked at twice in a pass.
  const at = Math.max(observation.at, (history.at(-1)?.at ?? 0) + 1, pass.startedAt)
  return { history, observation: { ...observation, at } }
}

/** A redirect may lead to a host that wants to be left alone for a day. Longer than this nobody waits. */
const MOST_MS = 10 * 60 * 1000

async function withinTime<Result>(
  { sleep, signal }: Pass,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const [late, done] = [new AbortController(), new AbortController()]
  void sleep(MOST_MS, done.signal).then(
    () => late.abort(),
    () => undefined,
  )
  try {
    return await work(AbortSignal.any([signal, late.signal]))
  } finally {
    done.abort()
  }
}

const contextOf = (pass: Pass, page: WatchedPage, signal: AbortSignal): ObserveContext => ({
  fetcher: pass.fetcher,
  mayVisit: (url) => pass.mayVisit(page.host, url),
  isSamePage: (url) => isSamePage(pass, url, page.url),
  probe: (url) => probeFor({ ...pass, signal }, url),
  now: pass.now,
  readsContent: pass.readsContent,
  signal,
})

/** Only a page that was whole can be said to be unchanged. */
function knownContent(history: readonly Observation[]): Observation | null {
  const content = lastContent(history)
  return content === null || (content.etag === null && content.lastModified === null) ? null : content
}

function isSamePage({ keyPolicy }: Pass, url: string, canonicalUrl: string): boolean {
  const outcome = tryNormalize(url, keyPolicy)
  return outcome.ok && outcome.url === canonicalUrl
}

/** Failures in which nobody was heard, not even somebody who refuses. */
const MAY_BE_OURS: ReadonlySet<string> = new Set([
  'dns_failed',
  'dns_timeout',
  'connect_failed',
  'connect_timeout',
  'headers_timeout',
  'total_timeout',
])

async function withWitness({ witness }: Pass, observation: Observation): Promise<Observation> {
  const { failure, chain } = observation
  const isSilent = failure !== null && isSilence(failure) && MAY_BE_OURS.has(failure) && chain.length === 0
  if (isSilent) return { ...observation, isWitnessed: await witness.confirm() }
  // What the gate or robots.txt refuse tells nothing about the network.
  if (failure === null || isSilence(failure) || chain.length > 0) witness.heard()
  return observation
}
