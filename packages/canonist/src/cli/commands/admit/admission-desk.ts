import type { Policy } from '@canonist/core'
import type { Admission } from '../../../admit/admission.ts'
import { createAdmitter, type Admitter } from '../../../admit/admit.ts'
import { foundPolicy } from '../../../admit/found-policy.ts'
import { createHostFacts, type HostFacts } from '../../../admit/host-facts.ts'
import { RunError } from '../../../io/run-error.ts'
import type { AdmissionOptions } from '../../../registry/admissions/admitted.ts'
import type { Registry } from '../../../registry/registry.ts'
import { decidedOtherwise } from '../../../registry/reviews/decided-otherwise.ts'
import { printable } from '../../../text/printable.ts'
import type { Fetcher } from '../../../resolve/fetcher.ts'
import type { AdmitFlags } from './flags.ts'
import { ChangeTally } from './change-tally.ts'
import { checkedPolicy } from '../../checked-policy.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '../../load-policy.ts'
import { useRegistry } from '../../use-registry.ts'

/** What is done with the lines of a run. */
export interface AdmissionDesk {
  admit(line: string, fetcher: Fetcher): Promise<Admission>
  refuse(shown: string): Admission
  /** Keeps what was decided, where a registry was named, or tells what that would change. */
  record(admission: Admission): Promise<void>
  /** What there is to tell at the end; null where that is nothing. */
  summary(): string | null
}

/** One policy and one memory for the whole run: that of the registry, where one is named. */
export async function useDesk<T>(
  environment: Environment,
  flags: AdmitFlags,
  use: (desk: AdmissionDesk) => Promise<T>,
): Promise<T> {
  const { policy } = await loadPolicy(flags.policy)
  if (flags.dryRun && flags.db === undefined)
    throw new RunError('--dry-run goes with --db: it tells what that would change', 2)
  if (flags.db === undefined) return use(openDesk(environment, flags, policy, null))
  const options = { policyIfNew: checkedPolicy(flags.policy, () => foundPolicy(policy)), readOnly: flags.dryRun }
  return useRegistry(environment, flags, options, async (registry) => {
    const reviewed = await registry.reviewedPolicy(policy)
    if (!flags.quiet) tellDecidedOtherwise(environment, policy, reviewed)
    return use(openDesk(environment, flags, reviewed, registry))
  })
}

/** A decision may be older than the policy, whose author should know of it. */
function tellDecidedOtherwise({ tell }: Environment, policy: Policy, reviewed: Policy): void {
  for (const { site, param, policy: written, decision } of decidedOtherwise(policy.spec, reviewed.spec)) {
    const both = `the policy says ${written}, a reviewer decided ${decision}, which counts`
    tell(`canonist: ${printable(param)} on ${printable(site)}: ${both}; to change that, decide the review anew`)
  }
}

function openDesk(
  environment: Environment,
  flags: AdmitFlags,
  policy: Policy,
  registry: Registry | null,
): AdmissionDesk {
  const { offline, purpose } = flags
  const facts = factsFor(registry, flags)
  const common = { policy: policy.spec, purpose, facts, now: () => new Date(environment.now()) }
  const unasked = checkedPolicy(flags.policy, () => createAdmitter({ ...common, offline: true }))
  let asking: Admitter | undefined
  return {
    // Known only now: the fetcher is opened when the inputs have been.
    admit: (line, fetcher) => (offline ? unasked : (asking ??= createAdmitter({ ...common, fetcher }))).admit(line),
    refuse: (shown) => unasked.refuse(shown),
    ...recorderFor(environment, flags, policy, registry),
  }
}

/** A run that records nothing keeps what it finds out to itself. */
function factsFor(registry: Registry | null, { dryRun }: AdmitFlags): HostFacts {
  if (registry === null) return createHostFacts()
  const known = registry.hostFacts()
  if (!dryRun) return known
  const own = createHostFacts()
  return { get: async (host, name) => (await own.get(host, name)) ?? known.get(host, name), set: own.set }
}

type Recorder = Pick<AdmissionDesk, 'record' | 'summary'>

function recorderFor({ tell }: Environment, flags: AdmitFlags, policy: Policy, registry: Registry | null): Recorder {
  const { offline, dryRun, quiet } = flags
  if (registry === null) return { record: async () => {}, summary: () => null }
  if (!dryRun) return keeperFor(registry, { offline, policy })
  const changes = new ChangeTally()
  return {
    async record(admission) {
      const line = changes.count(admission, await registry.foreseeAdmission(admission, { offline }))
      if (line !== null && !quiet) tell(line)
    },
    summary: () => changes.summary(),
  }
}

function keeperFor(registry: Registry, options: AdmissionOptions): Recorder {
  let outweighed = 0
  return {
    async record(admission) {
      if (!(await registry.recordAdmission(admission, options)).isInForce) outweighed++
    },
    summary: () =>
      outweighed === 0
        ? null
        : `canonist: ${outweighed} proved nothing this time and were recorded beside what was found before, which stays in force`,
  }
}
