import type { Policy } from '@canonist/core'
import type { Admission } from '../admit/admission.ts'
import { createAdmitter, type Admitter } from '../admit/admit.ts'
import { foundPolicy } from '../admit/found-policy.ts'
import { createHostFacts } from '../admit/host-facts.ts'
import type { Registry } from '../registry/registry.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import type { AdmitFlags } from './admit.ts'
import { checkedPolicy } from './checked-policy.ts'
import type { Environment } from './environment.ts'
import { loadPolicy } from './load-policy.ts'
import { useRegistry } from './use-registry.ts'

/** What is done with the lines of a run. */
export interface AdmissionDesk {
  admit(line: string, fetcher: Fetcher): Promise<Admission>
  refuse(shown: string): Admission
  /** Keeps what was decided, where a registry was named. */
  record(admission: Admission): Promise<void>
}

/** One policy and one memory for the whole run: that of the registry, where one is named. */
export async function useDesk<T>(
  environment: Environment,
  flags: AdmitFlags,
  use: (desk: AdmissionDesk) => Promise<T>,
): Promise<T> {
  const { policy } = await loadPolicy(flags.policy)
  if (flags.db === undefined) return use(openDesk(environment, flags, policy, null))
  const options = { policyIfNew: checkedPolicy(flags.policy, () => foundPolicy(policy)) }
  return useRegistry(environment, flags, options, async (registry) =>
    use(openDesk(environment, flags, await registry.reviewedPolicy(policy), registry)),
  )
}

function openDesk(
  environment: Environment,
  flags: AdmitFlags,
  policy: Policy,
  registry: Registry | null,
): AdmissionDesk {
  const { offline, purpose } = flags
  const facts = registry?.hostFacts() ?? createHostFacts()
  const common = { policy: policy.spec, purpose, facts, now: () => new Date(environment.now()) }
  const unasked = checkedPolicy(flags.policy, () => createAdmitter({ ...common, offline: true }))
  let asking: Admitter | undefined
  return {
    // Known only now: the fetcher is opened when the inputs have been.
    admit: (line, fetcher) => (offline ? unasked : (asking ??= createAdmitter({ ...common, fetcher }))).admit(line),
    refuse: (shown) => unasked.refuse(shown),
    record: async (admission) => void (await registry?.recordAdmission(admission, { offline })),
  }
}
