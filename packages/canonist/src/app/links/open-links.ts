import { definePolicy, type Policy, type PolicySpec } from '@canonist/core'
import { createAdmitter, type Admitter } from '../../admit/admit.ts'
import { createGate } from '../../admit/gate.ts'
import { createHostFacts } from '../../admit/host-facts.ts'
import type { LinkContext } from '../../links/validate.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Fetcher } from '../../resolve/fetcher.ts'
import type { Canonist } from '../open-canonist.ts'
import { allowHosts, parseLinkHost } from './allow-hosts.ts'
import { LinkAdmissions } from './link-admissions.ts'
import { createHealthLookup } from './link-health.ts'

/** What links are judged by. */
export interface LinksOptions {
  readonly policy: Policy
  /** As the caller knows the policy, for messages; its own name where none is given. */
  readonly policyName?: string | undefined
  /** The database whose facts, reviewers and verdicts count. */
  readonly canonist?: Canonist | null | undefined
  /** A polite one; without it no request is sent. */
  readonly fetcher?: Fetcher | null | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  /** Called with the number of different links that have been judged. */
  readonly onProgress?: ((done: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Judges links under one policy, with one memory for facts about hosts. */
export interface OpenLinks extends LinkContext {
  /** With the decisions of reviewers in it. */
  readonly policy: Policy
  readonly registry: Registry | null
  readonly sendsRequests: boolean
  /** Throws where requests were sent and no server answered at all. */
  throwIfSilent(): void
}

/** Throws a PolicyError where the policy cannot decide about links, and `app/no-allowlist` where it allows no requests. */
export async function openLinks(options: LinksOptions): Promise<OpenLinks> {
  const { canonist = null, fetcher = null, policyName = options.policy.name, onProgress = () => undefined } = options
  const registry = canonist === null ? null : await canonist.registry()
  const reviewed = registry === null ? options.policy : await registry.readReviewedPolicy(options.policy)
  const findVerdict = canonist === null ? async () => null : createHealthLookup(await canonist.health())
  const spec = allowHosts(reviewed.spec, policyName, fetcher !== null)
  const admissions = new LinkAdmissions(openAdmitter(spec, registry, fetcher, options), onProgress, options.signal)
  const gate = createGate(spec.hosts ?? {})
  return {
    policy: definePolicy(spec),
    registry,
    sendsRequests: fetcher !== null,
    admit: (url) => admissions.admit(url),
    isShortener: (url) => gate(parseLinkHost(url)) === 'shortener',
    findVerdict,
    throwIfSilent: () => admissions.throwIfSilent(),
  }
}

function openAdmitter(
  policy: PolicySpec,
  registry: Registry | null,
  fetcher: Fetcher | null,
  { now = Date.now }: LinksOptions,
): Admitter {
  const facts = registry?.getHostFacts() ?? createHostFacts()
  const network = fetcher === null ? { offline: true } : { fetcher }
  return createAdmitter({ policy, facts, purpose: 'citation', now: () => new Date(now()), ...network })
}
