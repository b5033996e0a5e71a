import { definePolicy, type Policy, type PolicySpec } from '@canonist/core'
import { createAdmitter, type Admitter } from '@canonist/web/internal/admit/admit'
import { createGate } from '@canonist/web/internal/admit/gate'
import { createHostFacts } from '@canonist/web/internal/admit/host-facts'
import type { LinkContext } from './validate.ts'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import type { Health } from '../health/health.ts'
import { LinkAdmissions } from './link-admissions.ts'
import { createHealthLookup } from './health-lookup.ts'
import { LinkError } from './errors.ts'

/** A registry with its link health, each opened when it is first needed: what `openCanonist` of `@canonist/server` returns. */
export interface LinkDatabase {
  registry(): Promise<Registry>
  health(): Promise<Health>
}

/** What links are judged by. */
export interface LinksOptions {
  readonly policy: Policy
  /** As the caller knows the policy, for messages; its own name where none is given. */
  readonly policyName?: string | undefined
  /** The database whose facts, reviewers and verdicts count. */
  readonly database?: LinkDatabase | null | undefined
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
  const { database = null, fetcher = null, policyName = options.policy.name, onProgress = () => undefined } = options
  const registry = database === null ? null : await database.registry()
  const reviewed = registry === null ? options.policy : await registry.readReviewedPolicy(options.policy)
  const findVerdict = database === null ? async () => null : createHealthLookup(await database.health())
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

/**
 * A policy without an allowlist has nothing against any host, but requests go only to hosts that the policy allows.
 *
 * @param name of the policy, for messages
 */
function allowHosts(spec: PolicySpec, name: string, sendsRequests: boolean): PolicySpec {
  if ((spec.hosts?.allow ?? []).length > 0) return spec
  if (!sendsRequests) return { ...spec, hosts: { ...spec.hosts, allow: ['*'] } }
  throw new LinkError('app/no-allowlist', { thing: name })
}

/** Empty where there is none. */
const parseLinkHost = (url: string): string => URL.parse(url.trim())?.hostname.replace(/\.$/, '') ?? ''
