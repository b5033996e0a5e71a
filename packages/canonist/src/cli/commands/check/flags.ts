import type { NetworkFlags } from '../../flags/network.ts'
import type { RuleLevel } from '../../flags/rule-levels.ts'

export const CHECK_REPORTS = ['md', 'json', 'sarif', 'junit'] as const

export interface CheckFlags extends Omit<NetworkFlags, 'maxRedirects' | 'maxWait' | 'maxBytes'> {
  readonly db: string | undefined
  readonly policy: string | undefined
  readonly url: readonly string[] | undefined
  readonly files: readonly string[] | undefined
  readonly field: readonly string[] | undefined
  readonly add: boolean
  readonly host: string | undefined
  readonly all: boolean
  readonly limit: number | undefined
  readonly headOnly: boolean
  readonly lease: number
  readonly dryRun: boolean
  readonly rule: readonly RuleLevel[] | undefined
  readonly report: (typeof CHECK_REPORTS)[number] | undefined
  readonly quiet: boolean
}
