import type { EffectivePolicy } from '@canonist/server/internal/app/check/run-check'
import { toPrintable } from '@canonist/core/internal/text/printable'

const OWNERS: Readonly<Record<EffectivePolicy['from'], string>> = {
  caller: '',
  admissions: ', from the newest admission',
  registry: ', from the registry',
}

/** `(policy sources, from the newest admission)`: shows whose allowlist was used. */
export const describeEffectivePolicy = ({ policy, from }: EffectivePolicy): string =>
  `(policy ${toPrintable(policy.name)}${OWNERS[from]})`
