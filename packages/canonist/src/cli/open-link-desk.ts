import type { PolicySpec } from '@canonist/core'
import type { Admission } from '../admit/admission.ts'
import { createAdmitter } from '../admit/admit.ts'
import { createGate, type Gate } from '../admit/gate.ts'
import { createHostFacts } from '../admit/host-facts.ts'
import { RunError } from '../bulk/run-error.ts'
import type { KnowledgeFile } from '../knowledge/knowledge-file.ts'
import type { LinkDesk } from '../knowledge/validate.ts'
import { isSilence } from '../net/silence.ts'
import { checkedPolicy } from './checked-policy.ts'
import type { Environment } from './environment.ts'
import type { KnowledgeFlags } from './knowledge-flags.ts'
import { loadPolicy } from './load-policy.ts'
import { openFetcher } from './open-fetcher.ts'

export interface OpenDesk extends LinkDesk {
  readonly policy: PolicySpec
  /** Whether the network was asked and nobody answered at all. */
  isMute(): boolean
  close(): Promise<void>
}

/** One policy and one memory for the whole run; the same URL is judged once. */
export async function openLinkDesk(
  environment: Environment,
  flags: KnowledgeFlags,
  files: readonly KnowledgeFile[],
): Promise<OpenDesk> {
  const { policy } = await loadPolicy(flags.policy)
  const spec = withHosts(policy.spec, flags, () => hostsOf(files))
  const fetcher = flags.online ? await openFetcher({ ...flags, maxRedirects: 0 }, true) : undefined
  const options = {
    policy: spec,
    facts: createHostFacts(),
    purpose: 'citation',
    now: () => new Date(environment.now()),
  }
  const { admitter, gate } = checkedPolicy(flags.policy, () => ({
    admitter: createAdmitter(fetcher === undefined ? { ...options, offline: true } : { ...options, fetcher }),
    gate: createGate(spec.hosts ?? {}),
  }))
  const known = new Map<string, Promise<Admission>>()
  const answers = { asked: 0, silent: 0 }
  const ask = async (url: string): Promise<Admission> => {
    const admission = await admitter.admit(url)
    if (fetcher !== undefined && admission.reason === null) answers.asked += 1
    if (admission.notes.some((note) => isSilence(note.replace(/^ended:/, '')))) answers.silent += 1
    return admission
  }
  return {
    policy: spec,
    admit(url) {
      const admission = known.get(url) ?? ask(url)
      known.set(url, admission)
      return admission
    },
    isShortener: (url) => isShortener(url, gate),
    isMute: () => answers.asked > 0 && answers.silent === answers.asked,
    async close() {
      await admitter.close()
      await fetcher?.close()
    },
  }
}

/** A policy that names no hosts has nothing to hold against any; the network is only asked about hosts that are named. */
function withHosts(spec: PolicySpec, { policy, online }: KnowledgeFlags, hosts: () => string[]): PolicySpec {
  if ((spec.hosts?.allow ?? []).length > 0) return spec
  if (!online) return { ...spec, hosts: { ...spec.hosts, allow: hosts() } }
  throw new RunError(`${policy} names no hosts that may be asked; list them in hosts.allow of a policy file`, 2)
}

function hostsOf(files: readonly KnowledgeFile[]): string[] {
  const texts = files.flatMap(({ values }) => values.map(({ text }) => text?.trim() ?? ''))
  const hosts = texts.map((text) => hostOf(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`))
  // Addresses are turned away in any case, and are no domains for a list.
  return [...new Set(hosts)].filter((host) => /[a-z]$/.test(host) && !/[^a-z0-9.-]|^[.-]|-\.|\.[.-]/.test(host))
}

const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/\.$/, '') ?? ''

function isShortener(url: string, gate: Gate): boolean {
  return gate(hostOf(url.trim())) === 'shortener'
}
