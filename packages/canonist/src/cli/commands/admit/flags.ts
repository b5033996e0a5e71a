import type { NetworkFlags } from '../../flags/network.ts'
import type { RejectionFlags } from '../../flags/rejections.ts'

export interface AdmitFlags extends Omit<NetworkFlags, 'maxRedirects'>, RejectionFlags {
  readonly policy: string
  readonly db: string | undefined
  readonly dryRun: boolean
  readonly offline: boolean
  readonly purpose: string | undefined
  readonly json: boolean
  readonly quiet: boolean
}
