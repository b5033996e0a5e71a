import type { NetworkFlags } from '../../flags/network.ts'

export interface AdmitFlags extends Omit<NetworkFlags, 'maxRedirects'> {
  readonly policy: string
  readonly db: string | undefined
  readonly dryRun: boolean
  readonly offline: boolean
  readonly purpose: string | undefined
  readonly json: boolean
  readonly maxInvalid: number
  readonly quiet: boolean
}
