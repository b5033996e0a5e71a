import type { PolicyName } from '@canonist/core'
import type { LogFormat } from '@canonist/server/internal/app/learn/log-formats'
import type { NetworkFlags } from '../../flags/network.ts'
import type { RejectionFlags } from '../../flags/rejections.ts'

export interface LearnFlags extends NetworkFlags, RejectionFlags {
  readonly inputFormat: LogFormat | undefined
  readonly base: string | undefined
  readonly db: string | undefined
  readonly name: string
  readonly extends: PolicyName | undefined
  readonly known: string | undefined
  readonly minTier: 'apply' | 'probe'
  readonly sorted: boolean
  readonly urlsPerSite: number
  readonly probe: boolean
  readonly budget: number
  /** In milliseconds. */
  readonly validFor: number
  readonly propose: boolean
  readonly report: string | undefined
  readonly json: boolean
  readonly quiet: boolean
}
