import { definePolicy, type Policy, type PolicySpec } from '@canonist/core'
import { createAdmitter, type Admitter } from '../admit/admit.ts'
import { createGate } from '../admit/gate.ts'
import { createHostFacts } from '../admit/host-facts.ts'
import type { KnowledgeFile } from '../links/knowledge-file.ts'
import type { LinkDesk } from '../links/validate.ts'
import type { Registry } from '../registry/registry.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import { checkedPolicy } from '../app/policies/checked-policy.ts'
import type { Environment } from './environment.ts'
import type { KnowledgeFlags } from './flags/links.ts'
import { useLinkHealth, type HealthOf } from './link-health.ts'
import { LinkAnswers } from './link-answers.ts'
import { loadPolicy } from '../app/policies/load-policy.ts'
import { linkHost, withHosts } from './open-hosts.ts'
import { openFetcher } from './open-fetcher.ts'
import { startCountedProgress } from './output/counted-progress.ts'
import { useRegistry } from './use-registry.ts'

/** Where the links of files are judged: under one policy, with one memory, that of a registry where one is named. */
export interface OpenDesk extends LinkDesk {
  readonly policy: Policy
  readonly registry: Registry | null
}

/** What is to be done, and with what. */
export interface DeskWork<T> {
  readonly files: readonly KnowledgeFile[]
  /** Whether the registry is written to. */
  readonly writes: boolean
  readonly use: (desk: OpenDesk) => Promise<T>
}

/** Opens the desk, and ends the command where the network was asked and nobody answered at all. */
export async function useLinkDesk<T>(
  environment: Environment,
  flags: KnowledgeFlags,
  { files, writes, use }: DeskWork<T>,
): Promise<T> {
  const { policy } = await loadPolicy(flags.policy)
  const work = (spec: PolicySpec, registry: Registry | null, healthOf: HealthOf): Promise<T> =>
    useNetwork(environment, flags, files.flatMap(({ values }) => values).length, async (fetcher, onProgress) => {
      const known = withHosts(spec, flags)
      const answers = new LinkAnswers(openAdmitter(environment, flags, known, registry, fetcher), onProgress)
      const result = await use(deskOf(known, registry, answers, healthOf))
      answers.refuseSilence()
      return result
    })
  if (flags.db === undefined) return work(policy.spec, null, async () => null)
  // What the network tells about hosts is kept. Who writes may begin a registry; who reads has mistyped its name.
  const options = { readOnly: !flags.online && !writes, mustExist: !writes }
  return useRegistry(environment, flags, options, async (registry) => {
    const { spec } = await registry.reviewedPolicy(policy)
    return useLinkHealth(environment, flags, (healthOf) => work(spec, registry, healthOf))
  })
}

/** The fetcher is null where nobody is to be asked. */
async function useNetwork<T>(
  environment: Environment,
  flags: KnowledgeFlags,
  links: number,
  use: (fetcher: Fetcher | null, onProgress: (done: number) => void) => Promise<T>,
): Promise<T> {
  if (!flags.online) return use(null, () => undefined)
  const fetcher = await openFetcher({ ...flags, maxRedirects: 0 }, true)
  const progress = await startCountedProgress(environment, { total: links, unit: 'links', isQuiet: flags.quiet })
  try {
    return await use(fetcher, progress.update)
  } finally {
    progress.stop()
    await fetcher.close()
  }
}

function openAdmitter(
  environment: Environment,
  flags: KnowledgeFlags,
  policy: PolicySpec,
  registry: Registry | null,
  fetcher: Fetcher | null,
): Admitter {
  const facts = registry?.hostFacts() ?? createHostFacts()
  const asks = fetcher === null ? { offline: true } : { fetcher }
  const now = (): Date => new Date(environment.now())
  return checkedPolicy(flags.policy, () => createAdmitter({ policy, facts, purpose: 'citation', now, ...asks }))
}

function deskOf(spec: PolicySpec, registry: Registry | null, answers: LinkAnswers, healthOf: HealthOf): OpenDesk {
  const gate = createGate(spec.hosts ?? {})
  return {
    policy: definePolicy(spec),
    registry,
    admit: (url) => answers.admit(url),
    isShortener: (url) => gate(linkHost(url)) === 'shortener',
    healthOf,
  }
}
