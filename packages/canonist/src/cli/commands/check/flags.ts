import type { NetworkFlags } from '../../flags/network.ts'
import type { RuleLevel } from '../../flags/rule-levels.ts'

export const CHECK_FORMATS = ['text', 'md', 'json', 'sarif', 'junit', 'github'] as const

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
  /** In milliseconds. */
  readonly lease: number
  readonly dryRun: boolean
  readonly rule: readonly RuleLevel[] | undefined
  readonly format: (typeof CHECK_FORMATS)[number]
  readonly quiet: boolean
}
