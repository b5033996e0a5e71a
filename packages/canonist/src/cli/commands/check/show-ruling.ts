import type { Ruling } from '../../../app/check/run-check.ts'
import { toPrintable } from '../../../text/printable.ts'

const OWNERS: Readonly<Record<Ruling['from'], string>> = {
  caller: '',
  admissions: ' of the newest admission',
  registry: ' of the registry',
}

/** `under the policy sources of the newest admission`: people should know whose allowlist was asked. */
export const showRuling = ({ policy, from }: Ruling): string =>
  `under the policy ${toPrintable(policy.name)}${OWNERS[from]}`
