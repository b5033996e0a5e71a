import type { EffectivePolicy } from '../../../app/check/run-check.ts'
import { toPrintable } from '../../../text/printable.ts'

const OWNERS: Readonly<Record<EffectivePolicy['from'], string>> = {
  caller: '',
  admissions: ' of the newest admission',
  registry: ' of the registry',
}

/** `under the policy sources of the newest admission`: shows whose allowlist was used. */
export const describeEffectivePolicy = ({ policy, from }: EffectivePolicy): string =>
  `under the policy ${toPrintable(policy.name)}${OWNERS[from]}`
