import type { Policy } from '@canonist/core'
import type { Admission } from '@canonist/web/internal/admit/admission'
import { createAdmitter, type Admitter } from '@canonist/web/internal/admit/admit'
import { createHostFacts, type HostFacts } from '@canonist/web/internal/admit/host-facts'
import type {
  AdmissionChange,
  AdmissionReceipt,
} from '@canonist/registry/internal/registry/admissions/stored-admission'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import {
  findOverriddenParams,
  type OverriddenParam,
} from '@canonist/registry/internal/registry/reviews/find-overridden-params'
import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import type { Input } from '@canonist/lists/internal/io/input'
import { runUrls, type UrlResult } from '../fetching/run-urls.ts'

export type { Admission, AdmissionDecision } from '@canonist/web/internal/admit/admission'
export type { AdmissionChange } from '@canonist/registry/internal/registry/admissions/stored-admission'
/** The policy for the keys of a new registry of admissions. */
export { createFoundPolicy } from '@canonist/web/internal/admit/found-policy'

export interface AdmissionsOptions {
  /** Already reviewed, see `reviewPolicy`. */
  readonly policy: Policy
  /** Where facts come from and admissions are recorded; without it facts last as long as this object. */
  readonly registry?: Registry | null | undefined
  /** Whether no request may be sent. */
  readonly offline?: boolean | undefined
  /** Whether the registry is only read. */
  readonly dryRun?: boolean | undefined
  /** What the URLs are to be cited for. */
  readonly purpose?: string | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  /** Ends every call of `admit`, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** What recording an admission came to: null without a registry, what would change in a dry run, else the receipt. */
export type RecordedAdmission = AdmissionChange | AdmissionReceipt | null

/** Admits URLs under one policy, with one memory for facts about hosts. */
export interface Admissions {
  /** Without a fetcher no request is sent. */
  admit(url: string, fetcher: Fetcher | null): Promise<Admission>
  /** The admission of an input that is not text. */
  refuse(shown: string): Admission
  record(admission: Admission): Promise<RecordedAdmission>
}

/** The policy with the decisions of reviewers in it, and those that contradict the policy as it is written. */
export interface ReviewedPolicy {
  readonly policy: Policy
  readonly overridden: readonly OverriddenParam[]
}

export async function reviewPolicy(registry: Registry, policy: Policy): Promise<ReviewedPolicy> {
  const reviewed = await registry.readReviewedPolicy(policy)
  return { policy: reviewed, overridden: findOverriddenParams(policy.spec, reviewed.spec) }
}

/**
 * Throws a PolicyError where the policy cannot decide about URLs.
 *
 * @example
 * const { policy } = await reviewPolicy(registry, written)
 * const admissions = createAdmissions({ policy, registry })
 * await admissions.record(await admissions.admit('https://boe.es/', fetcher))
 */
export function createAdmissions(options: AdmissionsOptions): Admissions {
  const { policy, registry = null, offline = false, dryRun = false, purpose, now = Date.now, signal } = options
  const facts = openFacts(registry, dryRun)
  const common = { policy: policy.spec, purpose, facts, now: () => new Date(now()), signal }
  const withoutRequests = createAdmitter({ ...common, offline: true })
  const getAdmitter = memoizeLast((fetcher: Fetcher) => createAdmitter({ ...common, fetcher }))
  return {
    admit: (url, fetcher) => (offline || fetcher === null ? withoutRequests : getAdmitter(fetcher)).admit(url),
    refuse: (shown) => withoutRequests.refuse(shown),
    async record(admission) {
      if (registry === null) return null
      return dryRun
        ? registry.previewAdmission(admission, { offline })
        : registry.recordAdmission(admission, { offline, policy })
    },
  }
}

/** An admitter looks into no host twice at the same time, so all URLs of a fetcher share one. */
function memoizeLast(create: (fetcher: Fetcher) => Admitter): (fetcher: Fetcher) => Admitter {
  let last: { readonly fetcher: Fetcher; readonly admitter: Admitter } | null = null
  return (fetcher) => {
    if (last?.fetcher !== fetcher) last = { fetcher, admitter: create(fetcher) }
    return last.admitter
  }
}

/** A dry run keeps the facts that it finds to itself. */
function openFacts(registry: Registry | null, dryRun: boolean): HostFacts {
  if (registry === null) return createHostFacts()
  const known = registry.getHostFacts()
  if (!dryRun) return known
  const own = createHostFacts()
  return { get: async (host, name) => (await own.get(host, name)) ?? known.get(host, name), set: own.set }
}

export interface AdmittedUrl {
  readonly admission: Admission
  readonly recorded: RecordedAdmission
}

export interface AdmitUrlsOptions {
  /** A polite one; null sends no requests. */
  readonly fetcher: Fetcher | null
  readonly concurrency?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Admits the URLs of lists. A result is recorded before it is yielded. */
export async function* admitUrls(
  inputs: readonly Input[],
  admissions: Admissions,
  { fetcher, concurrency, signal }: AdmitUrlsOptions,
): AsyncGenerator<UrlResult<AdmittedUrl>> {
  const results = runUrls<Admission>(inputs, {
    concurrency,
    signal,
    work: (url) => admissions.admit(url, fetcher),
    refuse: ({ input }) => admissions.refuse(input),
  })
  for await (const item of results) {
    if (item.state !== 'done') yield item
    else {
      const admission = item.result
      yield { ...item, result: { admission, recorded: await admissions.record(admission) } }
    }
  }
}
