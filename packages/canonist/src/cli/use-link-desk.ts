import type { Policy, PolicySpec } from '@canonist/core'
import { definePolicy } from '@canonist/core'
import type { Admission } from '../admit/admission.ts'
import { createAdmitter } from '../admit/admit.ts'
import { createGate } from '../admit/gate.ts'
import { createHostFacts } from '../admit/host-facts.ts'
import { RunError } from '../bulk/run-error.ts'
import type { KnowledgeFile } from '../knowledge/knowledge-file.ts'
import type { LinkDesk } from '../knowledge/validate.ts'
import { isSilence } from '../net/silence.ts'
import type { Registry } from '../registry/registry.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import { checkedPolicy } from './checked-policy.ts'
import type { Environment } from './environment.ts'
import type { KnowledgeFlags } from './knowledge-flags.ts'
import { loadPolicy } from './load-policy.ts'
import { openFetcher } from './open-fetcher.ts'
import { useExistingRegistry } from './use-existing-registry.ts'

/** Where the links of files are judged: under one policy, with one memory, that of a registry where one is named. */
export interface OpenDesk extends LinkDesk {
  readonly policy: Policy
  readonly registry: Registry | null
}

type Use<T> = (desk: OpenDesk) => Promise<T>

/** Opens the desk, and ends the command where the network was asked and nobody answered at all. */
export async function useLinkDesk<T>(
  environment: Environment,
  flags: KnowledgeFlags & { readonly writes: boolean },
  files: readonly KnowledgeFile[],
  use: Use<T>,
): Promise<T> {
  const { policy } = await loadPolicy(flags.policy)
  if (flags.db === undefined) return useDesk(environment, flags, withHosts(policy.spec, flags, files), null, use)
  // What the network tells about hosts is kept.
  const options = { readOnly: !flags.online && !flags.writes }
  return useExistingRegistry(environment, flags, options, async (registry) => {
    const { spec } = await registry.reviewedPolicy(policy)
    return useDesk(environment, flags, withHosts(spec, flags, files), registry, use)
  })
}

async function useDesk<T>(
  environment: Environment,
  flags: KnowledgeFlags,
  spec: PolicySpec,
  registry: Registry | null,
  use: Use<T>,
): Promise<T> {
  const fetcher = flags.online ? await openFetcher({ ...flags, maxRedirects: 0 }, true) : null
  try {
    const facts = registry?.hostFacts() ?? createHostFacts()
    const now = (): Date => new Date(environment.now())
    const asks = fetcher === null ? { offline: true } : { fetcher }
    const options = { policy: spec, facts, purpose: 'citation', now, ...asks }
    const admitter = checkedPolicy(flags.policy, () => createAdmitter(options))
    const answers = new Answers((url) => admitter.admit(url))
    const gate = createGate(spec.hosts ?? {})
    const isShortener = (url: string): boolean => gate(hostOf(url.trim())) === 'shortener'
    const result = await use({
      policy: definePolicy(spec),
      registry,
      admit: (url) => answers.admit(url),
      isShortener,
    })
    answers.refuseSilence(fetcher)
    return result
  } finally {
    await fetcher?.close()
  }
}

/** The same URL is judged once. */
class Answers {
  readonly #known = new Map<string, Promise<Admission>>()
  readonly #admit: (url: string) => Promise<Admission>
  #asked = 0
  #silent = 0

  constructor(admit: (url: string) => Promise<Admission>) {
    this.#admit = admit
  }

  admit(url: string): Promise<Admission> {
    const admission = this.#known.get(url) ?? this.#ask(url)
    this.#known.set(url, admission)
    return admission
  }

  async #ask(url: string): Promise<Admission> {
    const admission = await this.#admit(url)
    if (admission.reason === null) this.#asked += 1
    if (admission.notes.some((note) => isSilence(note.replace(/^ended:/, '')))) this.#silent += 1
    return admission
  }

  /** Most likely the network is down: nothing was learnt about any link. */
  refuseSilence(fetcher: Fetcher | null): void {
    if (fetcher === null || this.#asked === 0 || this.#silent < this.#asked) return
    throw new RunError('no server answered; check the URLs and the network', 3)
  }
}

/** A policy that names no hosts has nothing to hold against any; the network is only asked about hosts that are named. */
function withHosts(spec: PolicySpec, { policy, online }: KnowledgeFlags, files: readonly KnowledgeFile[]): PolicySpec {
  if ((spec.hosts?.allow ?? []).length > 0) return spec
  if (!online) return { ...spec, hosts: { ...spec.hosts, allow: hostsOf(files) } }
  throw new RunError(`${policy} names no hosts that may be asked; list them in hosts.allow of a policy file`, 2)
}

function hostsOf(files: readonly KnowledgeFile[]): string[] {
  const texts = files.flatMap(({ values }) => values.map(({ text }) => text?.trim() ?? ''))
  const hosts = texts.map((text) => hostOf(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`))
  // Addresses are turned away in any case, and are no domains for a list.
  return [...new Set(hosts)].filter((host) => /[a-z]$/.test(host) && !/[^a-z0-9.-]|^[.-]|-\.|\.[.-]/.test(host))
}

const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/\.$/, '') ?? ''
